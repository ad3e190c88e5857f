// SPDX-License-Identifier: GPL-2.0-or-later
// What two sides say about one metric, before any regard to the other metrics: an effect with its
// error, and the row to be. settle.h turns a whole family of these into verdicts.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compare/rules.h"
#include "model/comparison.h"
#include "model/side.h"
#include "stats/bounds.h"
#include "stats/estimate.h"
#include "stats/trimmed.h"

namespace lodestone {

// What is known of one effect, on its own scale.
struct Weight {
  // True: the effect is log(new / base). False: it is new - base in the metric's unit, because a
  // value is zero or negative, and `band` is the margin in that unit (0: no equivalence can be
  // claimed).
  bool relative = true;
  std::optional<stats::Estimate>
      effect;                   // none: nothing can be decided (single values, no spread, exact)
  double band = 0;              // half width of "no change" on the scale of the effect
  double floor = 0;             // a change has to lie beyond this
  double least_half_width = 0;  // of every interval: the quantum of the clock or counter
  // Set when pairs were looked at several times; else intervals are ordinary t intervals.
  std::shared_ptr<const stats::Looks> looks;
  size_t look = 0;
  size_t open_ended =
      0;  // pairs of a run without an end: intervals hold at every number (sequence.h)
};

struct Evidence : Weight {
  // Filled: metric, workload, copies, mode, parameters, both summaries, change, difference,
  // direction, margin, basis, note. The verdict stays undecided (exact rows are final), intervals
  // and p values empty, until settle().
  ComparisonRow row;
  std::optional<stats::Stratified> strata;  // of pairs: position effect
  std::vector<Finding> findings;            // about this row
};

// The interval of the effect at level 1 - alpha, on its own scale. Needs an effect.
stats::Interval interval_of(const Weight& evidence, double alpha);
// The smallest alpha at which that interval excludes zero (and the floor), or lies in the band; 1
// if none.
double p_of_change(const Weight& evidence);
double p_of_same(const Weight& evidence);

// Two unpaired sides of one metric, of any basis. The unit is the boot where both sides have
// several, else the process; several values of one process are one unit. Sides of different basis
// are judged by the weaker one.
Evidence weigh(const SideMeasurement& base, const SideMeasurement& new_, const Rules& rules);

// Pairs of fresh processes in random order. Values are the metric's (one a process). `blocks` of
// two pairs are adjacent.
struct ValuePair {
  double base = 0, new_ = 0;
  bool base_first = true;
};
// `looks` were fixed before the first; the pairs given are those of look number `look`. Copies
// everything that describes the row from `description` (its samples are not used).
Evidence weigh_pairs(const SideMeasurement& description, const std::vector<ValuePair>& pairs,
                     const stats::Looks& looks, size_t look, const Rules& rules);

// Counts that repeat exactly. What is known beyond the totals decides between equal and identical.
struct ExactCounts {
  double base = 0, new_ = 0;
  bool same_by_symbol = true;  // where totals agree: the counts of every symbol agree too
  bool same_bytes = false;     // and so do the executed instruction bytes
};
Evidence weigh_exact(const SideMeasurement& description, const ExactCounts& counts);
// Measured counts that repeat exactly on both sides: exact, in the words of the metric's direction
// (counts of an emulated machine are only more or less).
Evidence weigh_repeating(const SideMeasurement& description, double base, double new_);

}  // namespace lodestone
