// SPDX-License-Identifier: GPL-2.0-or-later
// Pairs of fresh processes in random order.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "compare/effects.h"
#include "compare/evidence.h"
#include "stats/sample.h"
#include "stats/series.h"

namespace lodestone {
namespace {

// Differences without their stratum's mean: a position effect must not look like correlation.
std::vector<double> residuals(const std::vector<stats::Difference>& pairs) {
  std::vector<double> by_order[2];
  for (const auto& pair : pairs) by_order[pair.base_first].push_back(pair.value);
  double centers[2] = {stats::median(by_order[0]).value_or(0),
                       stats::median(by_order[1]).value_or(0)};
  std::vector<double> result;
  for (const auto& pair : pairs) result.push_back(pair.value - centers[pair.base_first]);
  return result;
}

}  // namespace

Evidence weigh_pairs(const SideMeasurement& description, const std::vector<ValuePair>& pairs,
                     const stats::Looks& looks, size_t look, const Rules& rules) {
  Evidence evidence = describe_row(description, rules);
  auto& row = evidence.row;
  row.basis = pairs.size() < 2 ? Basis::single : Basis::sampled;
  row.counted = std::to_string(pairs.size()) + (pairs.size() == 1 ? " pair" : " pairs");
  std::vector<double> base, new_;
  for (const auto& pair : pairs) {
    if (!std::isfinite(pair.base) || !std::isfinite(pair.new_)) {
      row.note = "a value is not a finite number";
      return evidence;
    }
    base.push_back(pair.base);
    new_.push_back(pair.new_);
  }
  if (pairs.empty()) {
    row.note = "no pair was measured";
    return evidence;
  }
  auto positive = [](double value) { return value > 0; };
  evidence.relative = std::all_of(base.begin(), base.end(), positive) &&
                      std::all_of(new_.begin(), new_.end(), positive);
  row.base = summarize_values(base, evidence.relative);
  row.new_ = summarize_values(new_, evidence.relative);
  auto varies = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [&](double v) { return v != values.front(); });
  };
  // The centres shown lie around the middle of the pairs, apart by the change that the pairs show:
  // each arm's own centre also holds what moved the whole machine from pair to pair, and the two
  // can then differ the other way.
  auto set_centers = [&](double effect) {
    if (!varies(base) && !varies(new_)) return;
    std::vector<double> middles;
    for (const auto& pair : pairs)
      middles.push_back(evidence.relative ? (std::log(pair.base) + std::log(pair.new_)) / 2
                                          : (pair.base + pair.new_) / 2);
    const auto trimmed = stats::trimmed_mean(middles);
    const double middle = trimmed ? trimmed->value : *stats::mean(middles);
    double low = middle - effect / 2;
    // An arm that always gave one number shows that number.
    if (!varies(base)) low = evidence.relative ? std::log(base.front()) : base.front();
    if (!varies(new_)) low = (evidence.relative ? std::log(new_.front()) : new_.front()) - effect;
    const double high = low + effect;
    // exp(log(x)) rounds.
    row.base.center = !varies(base) ? base.front() : evidence.relative ? std::exp(low) : low;
    row.new_.center = !varies(new_) ? new_.front() : evidence.relative ? std::exp(high) : high;
  };
  for (const auto* values : {&base, &new_})
    if (auto why = impossible(row.metric, *values); !why.empty()) {
      row.note = why;
      return evidence;
    }
  if (repeats_exactly(row, base) && repeats_exactly(row, new_)) {
    auto exact = weigh_repeating(description, base.front(), new_.front());
    exact.row.counted = row.counted;
    exact.row.base.n = row.base.n;
    exact.row.new_.n = row.new_.n;
    return exact;
  }
  std::vector<stats::Difference> differences;
  for (const auto& pair : pairs)
    differences.push_back(
        {evidence.relative ? std::log(pair.new_) - std::log(pair.base) : pair.new_ - pair.base,
         pair.base_first});
  auto strata = stats::stratified_effect(differences);
  if (!strata) {
    // Too few pairs for an error: the direction of the mean, and nothing more.
    std::vector<double> values;
    for (const auto& difference : differences) values.push_back(difference.value);
    set_centers(*stats::mean(values));
    fill_effect(evidence, {*stats::mean(values), 0, 1}, rules);
    evidence.effect.reset();
    row.note = "fewer than four pairs: no error can be given";
    return evidence;
  }
  auto around = residuals(differences);
  if (double inflation = stats::error_inflation(around); inflation > 1 && !strata->quads) {
    strata->effect.se *= inflation;
    strata->position.se *= inflation;
    row.note = "neighbouring pairs resemble each other: the interval is widened";
  }
  evidence.strata = *strata;
  evidence.looks = std::make_shared<const stats::Looks>(looks);
  evidence.look = look;
  set_centers(strata->effect.value);
  apply_resolution(evidence, base, new_);
  fill_effect(evidence, strata->effect, rules);
  if (row.base.center == 0.0 && row.new_.center != 0.0) row.note = "new";
  if (row.base.center != 0.0 && row.new_.center == 0.0) row.note = "gone";
  if (strata->effect.se == 0) settle_still_values(evidence, pairs.size());
  const auto& position = strata->position;
  if (evidence.relative && stats::t_p_value(position) < .01 &&
      std::fabs(position.value) > evidence.band / 2)
    evidence.findings.push_back(
        {"F301 position-effect",
         row.metric.id + ": the first process of a pair differs from the second by " +
             fixed(std::fabs(stats::percent_of_log(2 * position.value)), 1) + " %",
         "what ran before warms or wears the machine; the order was random, so the verdict holds",
         "measure without other load, or give the machine a pause"});
  return evidence;
}

}  // namespace lodestone
