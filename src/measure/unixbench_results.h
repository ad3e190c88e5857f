// SPDX-License-Identifier: GPL-2.0-or-later
// What UnixBench tests have besides their rate: the index of each, and the score of the 12.
#pragma once

#include <string>
#include <vector>

#include "model/run.h"

namespace lodestone {

// Centre, interval, spread and n of a measurement from its samples (results.h says which).
void settle_center(Measurement& measurement);

// Adds unixbench/NAME.index to a test with a baseline. With `like` unixbench-* the rate's centre
// becomes UnixBench's score.
void add_unixbench_index(WorkloadResult& result, const std::vector<const Pass*>& passes,
                         const std::string& like);

// Adds a result "unixbench" with the metric unixbench.score for each number of copies with which
// all 12 index tests ran. Its samples are the scores of whole blocks: one pass of each test. Tests
// in a non-default variant do not count.
void add_unixbench_scores(Run& run, const std::string& like);

}  // namespace lodestone
