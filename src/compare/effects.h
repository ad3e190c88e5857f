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

}  // namespace lodestone
