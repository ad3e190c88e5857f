// SPDX-License-Identifier: GPL-2.0-or-later
// What `ab` prints beside the comparison: a plot of intervals, time still needed, every step of the
// statistics.
#pragma once

#include <string>

#include "measure/interleave/experiment.h"
#include "model/comparison.h"
#include "report/style.h"

namespace lodestone {

// One line a row that has an interval: the margin as a band, the interval with its centre. Unicode
// or ASCII by the style.
std::string interval_plot(const std::vector<ComparisonRow>& rows, const Style& style);

// "lat/getppid: undecided after 22 pairs; a change of 2.1 % would have been found; about 30 s more
// would decide".
std::string undecided_text(const Experiment& experiment);
// Seconds that subject `i` would still have to be measured until an interval fits the margin;
// nothing if unknown.
std::optional<double> seconds_to_decide(const Evidence& evidence, const SubjectRecord& record);

// Estimates by order, errors, degrees of freedom, bounds, intervals and p values of every row, with
// numbers.
std::string statistics_text(const Experiment& experiment, const Rules& rules);

// "Seed 42, 88 pairs of 4 subjects in 31 s, at most 96 a subject".
std::string effort_text(const Experiment& experiment, uint64_t seed);

}  // namespace lodestone
