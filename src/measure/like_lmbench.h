// SPDX-License-Identifier: GPL-2.0-or-later
// --like lmbench: eleven tries in one process, and their median (the minimum where that program
// takes it), instead of our own passes and intervals. reference: lmbench 3's timing harness; the
// work is our own.
#pragma once

#include <string_view>

#include "model/run.h"
#include "workload/catalog.h"

namespace lodestone {

inline constexpr int lmbench_tries = 11;

// Suites whose workloads it applies to: lat and bw.
bool lmbench_like(const lodestone_workload& workload);
// How long one try lasts: 10 ms, longer for the workloads that ask for more there.
double lmbench_try_seconds(const lodestone_workload& workload);
// The main value of a pass made of such tries: the median over the tries of all copies by time per
// operation, or the least. A rate of several copies: their number times that.
double lmbench_value(const lodestone_workload& workload, const Pass& pass);

}  // namespace lodestone
