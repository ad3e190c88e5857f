// SPDX-License-Identifier: GPL-2.0-or-later
// From raw passes to the results of a run.
#pragma once

#include "measure/plan.h"
#include "model/run.h"

namespace lodestone {

// Fills run.workloads from run.passes: for each condition the main metric and the further
// quantities, one sample a pass (a rate: the copies' rates added; a time or another quantity: their
// mean). The centre is the geometric mean of the samples (the arithmetic one where a value is not
// positive) with its 95 % t interval; under --like unixbench-* it is UnixBench's score and has no
// interval, since the rule drops passes by their result. UnixBench tests get .index besides, and
// each number of copies unixbench.score if all 12 ran.
void summarize(const Plan& plan, Run& run);

}  // namespace lodestone
