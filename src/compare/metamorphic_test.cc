// SPDX-License-Identifier: GPL-2.0-or-later
// What must not change a verdict: swapped arms, another unit, a drift that both processes of a pair
// share, a metric that is there twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "compare/settle.h"

namespace lodestone {
namespace {

SideMeasurement description() {
  SideMeasurement side;
  side.workload = "lat/x";
  side.measurement.metric = {"lat/x.time", "", "us", Better::lower, Kind::time};
  return side;
}

std::vector<ValuePair> pairs_of(uint64_t seed, int n, double effect) {
  Rng rng(seed);
  std::vector<ValuePair> pairs;
  bool first = true;
  for (int i = 0; i < n; ++i) {
    first = i % 2 == 0 ? rng.coin() : !first;
    pairs.push_back({std::exp(.01 * rng.normal()), std::exp(effect + .01 * rng.normal()), first});
  }
  return pairs;
}

ComparisonRow judge_pairs(const std::vector<ValuePair>& pairs, Rules rules = {}) {
  const int n = static_cast<int>(pairs.size());
  static const auto looks = *stats::Looks::plan(stats::usual_looks(96), 96);
  size_t look = 0;
  while (looks.counts()[look] != n) ++look;
  std::vector<Finding> findings;
  return settle({weigh_pairs(description(), pairs, looks, look, rules)}, rules, findings).front();
}

constexpr int sizes[] = {8, 12, 16, 22, 30};

TEST(Metamorphic, SwappedPairsMirrorEveryVerdict) {
  for (int n : sizes)
    for (int e = -3; e <= 3; ++e) {
      auto pairs = pairs_of(static_cast<uint64_t>(100 * n + e + 3), n, .01 * e);
      auto there = judge_pairs(pairs);
      for (auto& pair : pairs) {
        std::swap(pair.base, pair.new_);
        pair.base_first = !pair.base_first;
      }
      auto back = judge_pairs(pairs);
      EXPECT_EQ(there.verdict, opposite(back.verdict));
      EXPECT_EQ(there.direction, opposite(back.direction));
      EXPECT_NEAR(std::log1p(there.interval_percent->low / 100),
                  -std::log1p(back.interval_percent->high / 100), 1e-12);
    }
}

TEST(Metamorphic, TheUnitDoesNotMatter) {
  for (double factor : {1e-9, 60.0, 1e15}) {
    auto pairs = pairs_of(5, 16, .02);
    auto plain = judge_pairs(pairs);
    for (auto& pair : pairs) {
      pair.base *= factor;
      pair.new_ *= factor;
    }
    auto scaled = judge_pairs(pairs);
    EXPECT_EQ(plain.verdict, scaled.verdict);
    EXPECT_NEAR(plain.interval_percent->low, scaled.interval_percent->low, 1e-9);
  }
}

TEST(Metamorphic, ADriftThatBothShareDoesNotMatter) {
  auto pairs = pairs_of(6, 30, .01);
  auto plain = judge_pairs(pairs);
  double drift = 1;
  for (auto& pair : pairs) {
    drift *= 1.07;
    pair.base *= drift;
    pair.new_ *= drift;
  }
  auto drifted = judge_pairs(pairs);
  EXPECT_EQ(plain.verdict, drifted.verdict);
  EXPECT_NEAR(*plain.change_percent, *drifted.change_percent, 1e-9);
  EXPECT_NEAR(*plain.adjusted_p, *drifted.adjusted_p, 1e-9);
}

TEST(Metamorphic, AMetricThatIsThereTwiceIsJudgedAsOnce) {
  static const auto looks = *stats::Looks::plan({16}, 16);
  for (int e : {0, 1, 3}) {
    auto evidence = weigh_pairs(description(), pairs_of(40 + static_cast<uint64_t>(e), 16, .01 * e),
                                looks, 0, {});
    std::vector<Finding> findings;
    auto alone = settle({evidence}, {}, findings).front();
    auto twice = settle({evidence, evidence}, {}, findings);
    EXPECT_EQ(twice[0].verdict, alone.verdict);
    EXPECT_EQ(twice[1].verdict, alone.verdict);
    EXPECT_DOUBLE_EQ(*twice[0].adjusted_p, *alone.adjusted_p);
  }
}

TEST(Metamorphic, NoneOneAndTwoPairsDecideNothing) {
  for (int n : {0, 1, 2, 3}) {
    const auto looks = *stats::Looks::plan({std::max(1, n)}, 96);
    std::vector<Finding> findings;
    auto row = settle({weigh_pairs(description(), pairs_of(3, n, .5), looks, 0, {})}, {}, findings)
                   .front();
    EXPECT_EQ(row.verdict, Verdict::undecided) << n;
    EXPECT_FALSE(row.interval_percent) << n;
    EXPECT_FALSE(row.adjusted_p) << n;
    EXPECT_EQ(row.direction, n == 0 ? Verdict::same : Verdict::slower) << n;
    EXPECT_EQ(row.basis, n < 2 ? Basis::single : Basis::sampled) << n;
    EXPECT_EQ(row.note.empty(), false) << n;
  }
}

TEST(Metamorphic, NoneOneAndTwoRunsDecideNothingTooEarly) {
  for (int n : {0, 1, 2}) {
    auto base = description(), next = description();
    for (int i = 0; i < n; ++i) {
      base.measurement.samples.push_back({1 + .001 * i, 0, 0, i});
      next.measurement.samples.push_back({1.5 + .001 * i, 0, 0, i});
    }
    std::vector<Finding> findings;
    auto row = settle({weigh(base, next, {})}, {}, findings).front();
    if (n < 2) {
      EXPECT_EQ(row.verdict, Verdict::undecided) << n;
      EXPECT_FALSE(row.interval_percent) << n;
    } else {
      EXPECT_TRUE(row.interval_percent);  // two a side have a spread, however wide the interval
    }
  }
}

TEST(Margin, BelongsToTheMetric) {
  Rules rules;
  rules.margins = {{"lat/*", .1}, {"lat/x.time", .2}};
  EXPECT_EQ(margin_for(rules, "lat/x.time", "lat/x"), .2);
  EXPECT_EQ(margin_for(rules, "lat/y.time", "lat/y"), .1);
  EXPECT_EQ(margin_for(rules, "bw/y.rate", "bw/y"), .01);
  EXPECT_EQ(judge_pairs(pairs_of(8, 22, .05), rules).verdict, Verdict::same);
  EXPECT_EQ(judge_pairs(pairs_of(8, 22, .05)).verdict, Verdict::slower);
}

TEST(Floor, AChangeHasToLieBeyondIt) {
  Rules rules;
  rules.floors["lat/x.time"] = .04;
  EXPECT_EQ(judge_pairs(pairs_of(9, 30, .03)).verdict, Verdict::slower);
  EXPECT_EQ(judge_pairs(pairs_of(9, 30, .03), rules).verdict, Verdict::undecided);
  EXPECT_EQ(judge_pairs(pairs_of(9, 30, .08), rules).verdict, Verdict::slower);
}

}  // namespace
}  // namespace lodestone
