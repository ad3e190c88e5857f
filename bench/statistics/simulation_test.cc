// SPDX-License-Identifier: GPL-2.0-or-later
// The fast tier of the simulation: few runs, binomial tolerances of four standard errors. The long
// tier is lodestone-bench-statistics 20000.
#include <gtest/gtest.h>

#include <cmath>

#include "ours.h"
#include "rivals.h"

namespace lodestone::bench {
namespace {

constexpr int runs = 2000;

double at_most(double p, int n) {
  return p + 4 * std::sqrt(p * (1 - p) / n);
}
double at_least(double p, int n) {
  return p - 4 * std::sqrt(p * (1 - p) / n);
}

class EveryCell : public testing::TestWithParam<size_t> {};

TEST_P(EveryCell, ErrorsAndCoverage) {
  const Cell cell = matrix()[GetParam()];
  static const auto looks = *stats::Looks::plan(stats::usual_looks(96), 96);
  static const auto one = *stats::Looks::plan({24}, 24);
  const Rules rules;
  Rng rng(41 + GetParam());
  int covered = 0, covered_sequential = 0, changes = 0;
  double squares = 0;
  for (int i = 0; i < runs; ++i) {
    covered += fixed(make_pairs(cell, 0, 24, rng), 0, one, rules).covered;
    const auto pairs = make_pairs(cell, 0, 96, rng);
    if (cell.ratios())
      for (const ValuePair& pair : pairs)
        squares += std::log(pair.new_ / pair.base) * std::log(pair.new_ / pair.base);
    const auto outcome = sequential(pairs, 0, looks, rules);
    covered_sequential += outcome.covered;
    changes += is_change(outcome.verdict);
  }
  EXPECT_GE(covered / double(runs), at_least(.93, runs)) << cell.name();
  EXPECT_GE(covered_sequential / double(runs), at_least(.94, runs)) << cell.name();
  const double pair_sd = std::sqrt(squares / (96.0 * runs));
  const bool quiet = cell.ratios() && pair_sd < .0101;
  EXPECT_LE(changes / double(runs), at_most(quiet ? .01 : .06, runs)) << cell.name();
}

INSTANTIATE_TEST_SUITE_P(Matrix, EveryCell, testing::Range<size_t>(0, 23));

TEST(Simulation, TheMatrixHasTheCellsThatAreTested) {
  EXPECT_EQ(matrix().size(), 23u);
}

TEST(Simulation, OnePercentIsFoundAtOnePercentNoise) {
  const auto looks = *stats::Looks::plan(stats::usual_looks(96), 96);
  Rng rng(3);
  int found = 0;
  for (int i = 0; i < runs; ++i)
    found +=
        sequential(make_pairs({}, std::log1p(.01), 96, rng), std::log1p(.01), looks, {}).verdict ==
        Verdict::slower;
  EXPECT_GE(found / double(runs), at_least(.95, runs));
}

TEST(Simulation, BootsAreTheUnitWhereThereAreSeveral) {
  for (double ratio : {0.0, 3.0}) {
    Rng rng(9);
    int covered = 0, changes = 0, by_process = 0;
    const int trials = 300;
    for (int i = 0; i < trials; ++i) {
      const Boots sides = make_boots({6, 5, .01, .01 * ratio}, 0, rng);
      const auto outcome = unpaired(sides, 0, {});
      covered += outcome.covered;
      changes += is_change(outcome.verdict);
      by_process += pooled_welch_differs(sides);
    }
    EXPECT_GE(covered / double(trials), at_least(.93, trials));
    EXPECT_LE(changes / double(trials), at_most(.06, trials));
    // What the level is for: processes of one boot are no independent witnesses.
    if (ratio > 0) {
      EXPECT_GT(by_process / double(trials), .2);
    }
  }
}

TEST(Simulation, PeekingErrsMoreOftenThanItClaims) {
  Rng rng(5);
  int changed = 0;
  for (int i = 0; i < 400; ++i) changed += rivals[7].changed({}, 0, rng);
  EXPECT_GT(changed / 400.0, .1);
}

}  // namespace
}  // namespace lodestone::bench
