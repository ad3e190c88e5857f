// SPDX-License-Identifier: GPL-2.0-or-later
// What weigh() and weigh_pairs() share: filling a row from an effect.
#pragma once

#include "compare/evidence.h"

namespace lodestone {

// Metric, workload, copies, mode, parameters and margin.
Evidence describe_row(const SideMeasurement& from, const Rules& rules);

// Change, difference, direction, band and floor from `effect` and the row's centres.
void fill_effect(Evidence& evidence, const stats::Estimate& effect, const Rules& rules);

// Clock steps and ties: sets least_half_width on the scale of the effect and notes coarse values.
// `base` and `new_` are values in the metric's unit.
void apply_resolution(Evidence& evidence, const std::vector<double>& base,
                      const std::vector<double>& new_);

// A centre and a spread for people: the trimmed mean (of logs where `logs`) and the sample's spread
// in percent of it.
SideSummary summarize_values(const std::vector<double>& values, bool logs);

// Why values of this metric cannot be judged: a time or rate below zero, or a time of zero
// throughout. Empty if they can.
std::string impossible(const Metric& metric, const std::vector<double>& values);

// Whether values that do not vary may be taken as repeating exactly: counts and sizes of the
// workload's own (not times that were counted in coarse units, and not the state of a machine,
// which stands still for reasons of its own), at least `repeats_for_exact` of them, all equal. Two
// noisy counts that each take one of two values agree on both sides, and differ between them, in
// 12 % of all cases with two values a side and in 1 % with four.
inline constexpr size_t repeats_for_exact = 4;
bool repeats_exactly(const ComparisonRow& row, const std::vector<double>& values);

// Values that do not vary on either side have no error of their own. With a known step, and enough
// units that chance alone would hardly repeat them, the step is the error; else nothing is decided.
void settle_still_values(Evidence& evidence, size_t units);

}  // namespace lodestone
