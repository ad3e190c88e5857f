// SPDX-License-Identifier: GPL-2.0-or-later
// The Universal Scalability Law's parameters as metrics of a run.
#pragma once

#include <string>

#include "model/run.h"

namespace lodestone {

// For each scaling workload of `run` that was measured at three or more task counts:
// WORKLOAD.process_contention, .process_coherency, .thread_contention and .thread_coherency in its
// result of mode "sweep". Centre and interval (95 %, profile likelihood; absent without spare
// points) are those of one fit to all sweeps together; the samples are fits to single sweeps.
// Curves that rise above linear, which the law does not describe, have none. Call it after
// add_scaling_results().
void add_scaling_law(Run& run, const std::string& prefix = "scale/");

}  // namespace lodestone
