// SPDX-License-Identifier: GPL-2.0-or-later
// --counters and --collect of `run` and `ab`.
#pragma once

#include "cli/verb.h"
#include "measure/instruments.h"

namespace lodestone {

inline constexpr Option option_counters{
    "--counters", "LIST",
    "count events per operation in passes of their own: default, or names as perf has them"};
inline constexpr Option option_counters_cpus{
    "--counters-cpus", "LIST",
    "count these CPUs as a whole, not the workload's tasks; none: never (default: the CPUs that it "
    "may use, of workloads that switch a lot)"};
inline constexpr Option option_collect{
    "--collect", "LIST", "kernel statistics beside those passes: default, all, or names"};

// Errors: usage.
Result<InstrumentOptions> instrument_options(const Arguments& arguments);

}  // namespace lodestone
