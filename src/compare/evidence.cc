// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/evidence.h"

#include <algorithm>
#include <cmath>

#include "compare/effects.h"
#include "stats/sequence.h"

namespace lodestone {

namespace {

// The number of plain values that has the effect's degrees of freedom: trimming and strata cost
// some.
size_t independent(const Weight& evidence) {
  return static_cast<size_t>(evidence.effect->df + 1);
}

}  // namespace

stats::Interval interval_of(const Weight& evidence, double alpha) {
  const auto& effect = *evidence.effect;
  auto interval = evidence.open_ended
                      ? stats::sequence_interval(effect, independent(evidence), alpha)
                  : evidence.looks ? evidence.looks->interval(effect, evidence.look, alpha)
                                   : stats::t_interval(effect, alpha);
  interval.low = std::min(interval.low, effect.value - evidence.least_half_width);
  interval.high = std::max(interval.high, effect.value + evidence.least_half_width);
  return interval;
}

namespace {

// The level at which the interval, which is symmetric around the effect, reaches `edge`.
double level_reaching(const Weight& evidence, double edge) {
  const auto& effect = *evidence.effect;
  if (std::fabs(effect.value - edge) <= evidence.least_half_width) return 1;
  if (evidence.open_ended)
    return stats::sequence_p({effect.value - edge, effect.se, effect.df}, independent(evidence));
  return evidence.looks ? evidence.looks->repeated_p(effect, evidence.look, edge)
                        : stats::t_p_value(effect, edge);
}

}  // namespace

double p_of_change(const Weight& evidence) {
  if (!evidence.effect) return 1;
  double value = evidence.effect->value;
  if (std::fabs(value) <= evidence.floor) return 1;
  return level_reaching(evidence, std::copysign(evidence.floor, value));
}

double p_of_same(const Weight& evidence) {
  if (!evidence.effect || !(evidence.band > 0)) return 1;
  double value = evidence.effect->value;
  if (std::fabs(value) >= evidence.band) return 1;
  return level_reaching(evidence, std::copysign(evidence.band, value));
}

Evidence weigh_exact(const SideMeasurement& description, const ExactCounts& counts) {
  Evidence evidence = describe_row(description, Rules{});
  auto& row = evidence.row;
  row.basis = Basis::exact;
  row.margin_percent = 0;
  row.base.center = counts.base;
  row.new_.center = counts.new_;
  row.difference = counts.new_ - counts.base;
  if (counts.base != 0) row.change_percent = 100 * *row.difference / std::fabs(counts.base);
  row.direction = direction_of(row.metric, *row.difference, Basis::exact);
  row.verdict = row.direction;
  row.counted = "exact counts";
  if (*row.difference == 0) {
    if (!counts.same_by_symbol) {
      row.verdict = Verdict::undecided;
      row.note = "totals agree, counts of single symbols do not";
    } else {
      row.verdict = counts.same_bytes ? Verdict::identical : Verdict::equal;
    }
  } else if (counts.base == 0) {
    row.note = "new";
  } else if (counts.new_ == 0) {
    row.note = "gone";
  }
  return evidence;
}

Evidence weigh_repeating(const SideMeasurement& description, double base, double new_) {
  Evidence evidence = weigh_exact(description, {base, new_, true, false});
  auto& row = evidence.row;
  if (!is_change(row.verdict)) return evidence;
  row.verdict = row.direction = direction_of(row.metric, *row.difference, Basis::sampled);
  return evidence;
}

}  // namespace lodestone
