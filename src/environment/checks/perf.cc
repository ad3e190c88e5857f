// SPDX-License-Identifier: GPL-2.0-or-later
// Whether hardware counters are there and may be used (kernel.perf_event_paranoid).
#include "environment/perf_access.h"

namespace lodestone::check_perf {
namespace {

CheckResult look(const Root& root) {
  return judge_perf(root, root.real() ? ask_perf() : PerfAnswer{});
}

}  // namespace

extern const Check check_perf{
    "D023 perf",
    "without them a change of time cannot be split into instructions, misses and frequency", look};

}  // namespace lodestone::check_perf
