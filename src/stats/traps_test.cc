// SPDX-License-Identifier: GPL-2.0-or-later
// Numeric traps: each has bitten some benchmark tool (docs/statistics.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "stats/bounds.h"
#include "stats/counts.h"
#include "stats/distribution.h"
#include "stats/equivalence.h"
#include "stats/levels.h"
#include "stats/modes.h"
#include "stats/planning.h"
#include "stats/quantum.h"
#include "stats/sample.h"
#include "stats/sequence.h"
#include "stats/series.h"
#include "stats/trimmed.h"
#include "stats/welch.h"

namespace lodestone::stats {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

// NIST StRD: NumAcc3 and NumAcc4 are 1001 values around a large number with standard deviation .1;
// a sum of squares gives 0 or .0989.
std::vector<double> accuracy(double center) {
  std::vector<double> values{center + .2};
  for (int i = 0; i < 500; ++i) {
    values.push_back(center + .1);
    values.push_back(center + .3);
  }
  return values;
}

TEST(Traps, NistAccuracyThree) {
  auto values = accuracy(1000000);
  EXPECT_NEAR(*mean(values), 1000000.2, 1e-9);
  EXPECT_NEAR(*standard_deviation(values), .1, 1e-9);
}

TEST(Traps, NistAccuracyFour) {
  auto values = accuracy(10000000);
  EXPECT_NEAR(*mean(values), 10000000.2, 1e-8);
  EXPECT_NEAR(*standard_deviation(values), .1, 1e-8);
}

TEST(Traps, SumsAreCompensated) {
  EXPECT_EQ(sum(std::vector<double>{1, 1e100, 1, -1e100}), 2);
}

TEST(Traps, TicksAreSubtractedBeforeTheyAreConverted) {
  const long long origin = 1LL << 61;
  EXPECT_EQ(tick_difference(origin + 37, origin), 37);
  // What is avoided: converted first, both are the same double.
  EXPECT_EQ(static_cast<double>(origin + 37) - static_cast<double>(origin), 0);
}

TEST(Traps, SmallChangesKeepTheirDigits) {
  EXPECT_NEAR(percent_of_log(1e-12) / 1e-10, 1, 1e-11);
  EXPECT_NEAR(log_of_percent(1e-10) / 1e-12, 1, 1e-11);
  auto estimate = *welch_log_ratio({10, 1e9, 1}, {10, 1e9 + 1, 1});
  EXPECT_NEAR(estimate.value / 1e-9, 1, 1e-8);
}

TEST(Traps, UpperTailsAreNotOneMinusLowerTails) {
  EXPECT_NEAR(normal_upper(10) / 7.619853024160527e-24, 1, 1e-12);
  EXPECT_GT(t_two_sided(60, 200), 0);
  EXPECT_NEAR(normal_upper_quantile(1e-300), 37.0471, 1e-4);
  EXPECT_NEAR(z_equivalent(12, 1000000) / 12, 1, 1e-4);
}

TEST(Traps, FarQuantilesWithFewDegreesOfFreedom) {
  for (double df : {2.0, 3.0, 4.0, 5.0}) {
    double t = t_upper_quantile(1e-6, df);
    EXPECT_NEAR(t_upper(t, df) / 1e-6, 1, 1e-9) << df;
  }
  EXPECT_NEAR(t_upper_quantile(1e-6, 2), 707.1057, 1e-3);
}

TEST(Traps, NoneOneAndTwoValues) {
  const std::vector<double> none, one{5}, two{5, 7};
  EXPECT_FALSE(mean(none));
  EXPECT_FALSE(median(none));
  EXPECT_FALSE(variance(one));
  EXPECT_EQ(*median(one), 5);
  EXPECT_EQ(*variance(two), 2);
  EXPECT_FALSE(welch(none, two));
  EXPECT_FALSE(welch(one, two));
  EXPECT_TRUE(welch(two, two));
  EXPECT_FALSE(trimmed_mean(one));
  EXPECT_EQ(trimmed_mean(two)->value, 6);
  EXPECT_FALSE(yuen(one, two));
  EXPECT_FALSE(stratified_effect({}));
  EXPECT_FALSE(lag1(two));
}

TEST(Traps, AllEqual) {
  const std::vector<double> equal(10, 3.25);
  EXPECT_EQ(*standard_deviation(equal), 0);
  auto estimate = *welch(equal, equal);
  EXPECT_EQ(estimate.value, 0);
  EXPECT_EQ(t_p_value(estimate), 1);
  EXPECT_TRUE(std::isfinite(estimate.df));  // 0/0 otherwise
  EXPECT_FALSE(lag1(equal));
  EXPECT_EQ(error_inflation(equal), 1);
  EXPECT_FALSE(modes(equal).two);
}

TEST(Traps, EqualOnEachSideAndDifferentBetween) {
  const std::vector<double> a(5, 1), b(5, 2);
  auto estimate = *yuen(a, b);
  EXPECT_EQ(t_statistic(estimate), infinity);
  EXPECT_EQ(t_p_value(estimate), 0);
  EXPECT_TRUE(std::isfinite(estimate.df));
}

TEST(Traps, NotANumberIsRefusedWithAMessage) {
  for (double bad : {nan, infinity, -infinity}) {
    const std::vector<double> values{1, bad, 2};
    auto result = trimmed_mean(values);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().what.find("value 2 of 3 is not a finite number"), std::string::npos);
    EXPECT_FALSE(yuen(values, values));
    EXPECT_FALSE(welch(values, values));
  }
  EXPECT_FALSE(logarithms(std::vector<double>{1, 0}, "x"));
  EXPECT_FALSE(logarithms(std::vector<double>{1, -1}, "x"));
}

TEST(Traps, TheMedianOfEvenAndOddNumbers) {
  EXPECT_EQ(*median(std::vector<double>{1, 2, 3, 4, 5}), 3);
  EXPECT_EQ(*median(std::vector<double>{1, 2, 3, 4, 5, 6}), 3.5);
  EXPECT_EQ(*median(std::vector<double>{6, 1, 5, 2, 4, 3}), 3.5);
}

TEST(Traps, QuantilesAreOfTypeSeven) {
  const std::vector<double> values{1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(*quantile(values, .25), 1.75);
  EXPECT_DOUBLE_EQ(*quantile(values, .1), 1.3);
  EXPECT_EQ(*quantile(values, 0), 1);
  EXPECT_EQ(*quantile(values, 1), 4);
  EXPECT_FALSE(quantile(values, 1.5));
  EXPECT_FALSE(quantile(values, nan));
}

TEST(Traps, MinusZeroIsNoDirection) {
  Estimate estimate{-0.0, 0, 3};
  EXPECT_EQ(t_statistic(estimate), 0);
  EXPECT_EQ(t_p_value(estimate), 1);
  EXPECT_EQ(decide({-0.0, 0.0}, 0), Decision::undecided);
}

TEST(Traps, DegreesOfFreedomAfterTrimming) {
  std::vector<Difference> pairs;
  Rng rng(2);
  for (int i = 0; i < 8; ++i) pairs.push_back({rng.normal(), i % 2 == 0});
  auto four = *stratified_effect(pairs);  // 4 a stratum: nothing trimmed, 3 degrees each
  EXPECT_FALSE(four.quads);
  EXPECT_GE(four.effect.df, 3);
  EXPECT_LE(four.effect.df, 6);
  const std::vector<double> five{1, 2, 3, 4, 50};
  EXPECT_EQ(trimmed_mean(five)->df,
            2);  // floor(.2 * 5) is 1, though .2 * 5 may be below 1 in binary
  EXPECT_EQ(trimmed_mean(five)->value, 3);
}

TEST(Traps, UnequalNumbers) {
  const std::vector<double> a{1, 2, 3}, b{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  auto there = *yuen(a, b), back = *yuen(b, a);
  EXPECT_DOUBLE_EQ(there.value, -back.value);
  EXPECT_DOUBLE_EQ(there.se, back.se);
  EXPECT_DOUBLE_EQ(there.df, back.df);
}

TEST(Traps, OrderDoesNotMatter) {
  Rng rng(8);
  std::vector<double> values;
  for (int i = 0; i < 101; ++i) values.push_back(std::floor(10 * rng.normal()));
  auto before = *trimmed_mean(values);
  rng.shuffle(values);
  auto after = *trimmed_mean(values);
  EXPECT_EQ(before.value, after.value);
  EXPECT_EQ(before.se, after.se);
}

TEST(Traps, ThePercentIsRoundedAfterTheDecision) {
  // 1.004 % prints as 1.0 %, and lies outside a margin of 1 %.
  EXPECT_EQ(decide({std::log1p(.009), std::log1p(.01004)}, band_of_margin(.01)), Decision::higher);
  EXPECT_EQ(decide({std::log1p(.009), std::log1p(.00996)}, band_of_margin(.01)), Decision::same);
}

TEST(Traps, TinyErrorsDoNotVanishWhenSquared) {
  EXPECT_NEAR(combined_df(1e-200, 9, 1e-200, 9), 18, 1e-9);
  EXPECT_TRUE(std::isfinite(combined_df(0, 4, 0, 5)));
  EXPECT_NEAR(combined_df(1, 7, 0, 3), 7, 1e-12);
}

TEST(Planning, PairsAsPublished) {
  EXPECT_EQ(pairs_for_power(.01, .005), 5);
  EXPECT_EQ(pairs_for_power(.01, .01), 13);
  EXPECT_NEAR(pairs_for_power(.01, .02), 45, 1);
  EXPECT_GE(paired_power(.01, .02, pairs_for_power(.01, .02)), .9);
  EXPECT_LT(paired_power(.01, .02, pairs_for_power(.01, .02) - 1), .9);
  EXPECT_NEAR(pairs_for_power(.01, .05), 268, 3);
  EXPECT_NEAR(pairs_for_equivalence(.01, .01), 12, 2);
  EXPECT_NEAR(pairs_for_equivalence(.01, .05), 275, 8);
  EXPECT_EQ(pairs_for_power(.01, 10, .9, .05, 1000), 0);
}

TEST(Sequence, HoldsAtEveryNumberAtOnce) {
  Rng rng(6);
  int crossed = 0;
  const int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    double total = 0, squares = 0;
    for (int n = 1; n <= 200; ++n) {
      double x = rng.normal();
      total += x;
      squares += x * x;
      if (n < 3) continue;
      double center = total / n, sd = std::sqrt((squares - n * center * center) / (n - 1));
      Estimate estimate{center, sd / std::sqrt(n), n - 1.0};
      auto interval = sequence_interval(estimate, static_cast<size_t>(n), .05);
      EXPECT_EQ(sequence_p(estimate, static_cast<size_t>(n)) < .05,
                interval.low > 0 || interval.high < 0);
      if (interval.low > 0 || interval.high < 0) {
        ++crossed;
        break;
      }
    }
  }
  EXPECT_LE(crossed / double(trials), .05 + 4 * std::sqrt(.05 * .95 / trials));
  EXPECT_GT(crossed, 0);
}

TEST(Counts, ClopperPearson) {
  auto none = clopper_pearson(0, 200);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 1 - std::pow(.025, 1 / 200.0), 1e-12);
  auto all = clopper_pearson(10, 10);
  EXPECT_EQ(all.high, 1);
  // 5 of 100: .01643, .11283 (published tables).
  auto five = clopper_pearson(5, 100);
  EXPECT_NEAR(five.low, .0164319, 1e-6);
  EXPECT_NEAR(five.high, .1128349, 1e-6);
}

TEST(Counts, ZerosAreNeitherNothingNorInfinite) {
  EXPECT_EQ(compare_totals(0, 1, 0, 1), 1);
  EXPECT_NEAR(compare_totals(0, 1, 10, 1), 2 * std::pow(.5, 10), 1e-12);
  EXPECT_EQ(zero_change(0, 0), ZeroChange::both_zero);
  EXPECT_EQ(zero_change(0, 3), ZeroChange::appeared);
  EXPECT_EQ(zero_change(3, 0), ZeroChange::vanished);
  EXPECT_EQ(rate_ratio_interval(0, 1, 10, 1).high, infinity);
  EXPECT_GT(rate_ratio_interval(0, 1, 10, 1).low, 1);
}

TEST(Counts, ExposureIsPartOfTheComparison) {
  EXPECT_GT(compare_totals(100, 1, 200, 2), .9);
  EXPECT_LT(compare_totals(100, 1, 200, 1), 1e-6);
  EXPECT_NEAR(compare_totals(8, 1, 2, 1), .109375, 1e-9);  // both tails of Binomial(10, 1/2)
  EXPECT_NEAR(fisher_exact(8, 2, 1, 5), .0349650349650, 1e-10);
}

TEST(Counts, DispersionIsAtLeastPoisson) {
  EXPECT_EQ(overdispersion(std::vector<double>{10, 10, 10}), 1);
  EXPECT_GT(overdispersion(std::vector<double>{1, 30, 2, 25}), 5);
  EXPECT_TRUE(std::isnan(overdispersion(std::vector<double>{0, 0})));
}

TEST(Quantum, CoarseClocksAreSeen) {
  std::vector<double> coarse, fine;
  Rng rng(3);
  for (int i = 0; i < 40; ++i) {
    double value = 100 + 2 * rng.normal();
    fine.push_back(value);
    coarse.push_back(std::round(value));
  }
  EXPECT_FALSE(resolution_of(fine).coarse);
  EXPECT_TRUE(resolution_of(coarse).coarse);
  EXPECT_EQ(resolution_of(coarse).quantum, 1);
  auto constant = resolution_of(std::vector<double>{12.5, 12.5, 12.5});
  EXPECT_TRUE(constant.constant);
  EXPECT_NEAR(constant.quantum, .1, 1e-15);
}

TEST(Series, CorrelationInflatesTheError) {
  Rng rng(9);
  std::vector<double> series, independent;
  double state = 0;
  for (int i = 0; i < 400; ++i) {
    state = .6 * state + rng.normal();
    series.push_back(state);
    independent.push_back(rng.normal());
  }
  EXPECT_NEAR(*lag1(series), .6, .12);
  EXPECT_NEAR(error_inflation(series), 2, .45);
  EXPECT_EQ(error_inflation(independent), 1);
  EXPECT_NEAR(effective_size(series), 100, 50);
  EXPECT_GT(effective_size(independent), 250);
  EXPECT_EQ(batch_means(std::vector<double>{1, 3, 5, 7, 9}, 2), (std::vector<double>{2, 6}));
}

TEST(Levels, ComponentsComeBack) {
  Rng rng(10);
  std::vector<std::vector<double>> groups;
  for (int g = 0; g < 400; ++g) {
    double center = 3 * rng.normal();
    std::vector<double> group;
    for (int i = 0; i < 5; ++i) group.push_back(center + rng.normal());
    groups.push_back(group);
  }
  auto found = components(groups);
  EXPECT_NEAR(found.within, 1, .06);
  EXPECT_NEAR(found.between, 3, .4);
  EXPECT_EQ(best_size(found, 4, 1, 100), 1);
  EXPECT_EQ(best_size({3, 1, 5, 10}, 4, 1, 100), 6);
  EXPECT_EQ(best_size({1, 0, 5, 10}, 9, 1, 100), 100);
  // Groups that do not differ: a negative estimate is 0.
  EXPECT_EQ(components({{1, 3}, {3, 1}, {1, 3}}).between, 0);
  EXPECT_EQ(components({}).within, 0);
}

TEST(Modes, OneIsOneAndTwoAreTwo) {
  Rng rng(12);
  std::vector<double> one, two;
  for (int i = 0; i < 80; ++i) {
    one.push_back(rng.normal());
    two.push_back(rng.normal() + (i % 4 == 0 ? 12 : 0));
  }
  EXPECT_FALSE(modes(one).two);
  auto found = modes(two);
  ASSERT_TRUE(found.two);
  EXPECT_NEAR(found.high_share, .25, .01);
  EXPECT_NEAR(found.high_center - found.low_center, 12, 1);
  // The dip of equally spaced values is the least possible.
  std::vector<double> even;
  for (int i = 0; i < 20; ++i) even.push_back(i);
  EXPECT_NEAR(dip(even), 1 / 40.0, 1e-12);
}

}  // namespace
}  // namespace lodestone::stats
