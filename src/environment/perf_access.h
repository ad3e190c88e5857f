// SPDX-License-Identifier: GPL-2.0-or-later
// Why hardware counters can be used here, or cannot.
#pragma once

#include "environment/check.h"

namespace lodestone {

// What perf_event_open(2) answered this process: 0 or an errno.
struct PerfAnswer {
  int software = 0;  // a clock, in user mode
  int hardware = 0;  // cycles, in user mode
};
// Asks the running kernel.
PerfAnswer ask_perf();

// The check D023 from that and from /proc and /sys: what is missing, and for want of what.
CheckResult judge_perf(const Root& root, const PerfAnswer& answer);

}  // namespace lodestone
