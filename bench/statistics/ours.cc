// SPDX-License-Identifier: GPL-2.0-or-later
#include "ours.h"

#include <cmath>

#include "stats/equivalence.h"
#include "stats/welch.h"

namespace lodestone::bench {

std::vector<ValuePair> make_pairs(const Cell& cell, double effect, size_t n, Rng& rng) {
  Session session(cell.course, cell.pair_sd, 2 * n, rng);
  std::vector<ValuePair> pairs;
  bool first = true;
  const double sd = cell.pair_sd / std::sqrt(2.0);
  for (size_t i = 0; i < n; ++i) {
    first = i % 2 == 0 ? rng.coin() : !first;
    double logs[2];
    for (int slot = 0; slot < 2; ++slot) {
      const bool is_new = (slot == 1) == first;
      double value = session.step() + draw(cell.law, sd, is_new, rng) + (slot ? cell.position : 0) +
                     (is_new ? effect : 0);
      if (cell.law == Law::quantised) value = quantise(value, cell.pair_sd / 2);
      logs[is_new] = value;
    }
    const double base = observe(cell.law, logs[0], rng), next = observe(cell.law, logs[1], rng);
    pairs.push_back({base, next, first});
  }
  return pairs;
}

namespace {

const SideMeasurement& description() {
  static const SideMeasurement side = [] {
    SideMeasurement made;
    made.workload = "simulated";
    made.measurement.metric = {"simulated.time", "", "s", Better::lower, Kind::time};
    return made;
  }();
  return side;
}

// What settle() does for a family of one, without the texts.
Verdict verdict_of(const Evidence& evidence, const Rules& rules, double effect, bool& covered) {
  if (!evidence.effect) {
    covered = effect == 0 && !is_change(evidence.row.verdict);
    return evidence.row.verdict;
  }
  const auto interval = interval_of(evidence, rules.alpha);
  covered = interval.low <= effect && effect <= interval.high;
  switch (stats::decide(interval, evidence.band, evidence.floor)) {
    case stats::Decision::same:
      return Verdict::same;
    case stats::Decision::higher:
      return Verdict::slower;
    case stats::Decision::lower:
      return Verdict::faster;
    default:
      return Verdict::undecided;
  }
}

}  // namespace

Outcome sequential(const std::vector<ValuePair>& pairs, double effect, const stats::Looks& looks,
                   const Rules& rules) {
  Outcome outcome;
  for (size_t look = 0; look < looks.counts().size(); ++look) {
    const auto n = static_cast<size_t>(looks.counts()[look]);
    if (n > pairs.size()) break;
    const std::vector<ValuePair> seen(pairs.begin(), pairs.begin() + static_cast<long>(n));
    const auto evidence = weigh_pairs(description(), seen, looks, look, rules);
    outcome.verdict = verdict_of(evidence, rules, effect, outcome.covered);
    outcome.pairs = n;
    if (outcome.verdict != Verdict::undecided) break;
  }
  return outcome;
}

Outcome fixed(const std::vector<ValuePair>& pairs, double effect, const stats::Looks& one,
              const Rules& rules) {
  Outcome outcome;
  const auto evidence = weigh_pairs(description(), pairs, one, 0, rules);
  outcome.verdict = verdict_of(evidence, rules, effect, outcome.covered);
  outcome.pairs = pairs.size();
  return outcome;
}

Boots make_boots(const BootCell& cell, double effect, Rng& rng) {
  Boots sides;
  for (int side = 0; side < 2; ++side) {
    auto& samples = side ? sides.new_ : sides.base;
    for (int boot = 0; boot < cell.boots; ++boot) {
      const double own = cell.boot_sd * rng.normal();
      for (int process = 0; process < cell.processes; ++process)
        samples.push_back({std::exp(own + cell.process_sd * rng.normal() + (side ? effect : 0)),
                           boot, 0, process});
    }
  }
  return sides;
}

Outcome unpaired(const Boots& sides, double effect, const Rules& rules) {
  SideMeasurement base = description(), next = description();
  base.measurement.samples = sides.base;
  next.measurement.samples = sides.new_;
  Outcome outcome;
  const auto evidence = weigh(base, next, rules);
  outcome.verdict = verdict_of(evidence, rules, effect, outcome.covered);
  return outcome;
}

bool pooled_welch_differs(const Boots& sides) {
  std::vector<double> a, b;
  for (const auto& sample : sides.base) a.push_back(sample.value);
  for (const auto& sample : sides.new_) b.push_back(sample.value);
  const auto estimate = stats::welch(a, b);
  return estimate && stats::t_p_value(*estimate) < .05;
}

}  // namespace lodestone::bench
