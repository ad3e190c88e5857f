// SPDX-License-Identifier: GPL-2.0-or-later
// Reference: the thirteen BCG vaccine trials (Colditz and others 1994), log risk ratios, as in the
// documentation of R's metafor (dat.bcg): Q = 152.2330, tau^2 of Paule and Mandel 0.3181, I^2
// 92.3 %. More digits from an independent computation with bisection in another language.
#include "stats/random_effects.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lodestone::stats {
namespace {

std::vector<Effect> vaccine_trials() {
  const double counts[][4] = {
      {4, 119, 11, 128},       {6, 300, 29, 274},        {3, 228, 11, 209},
      {62, 13536, 248, 12619}, {33, 5036, 47, 5761},     {180, 1361, 372, 1079},
      {8, 2537, 10, 619},      {505, 87886, 499, 87892}, {29, 7470, 45, 7232},
      {17, 1699, 65, 1600},    {186, 50448, 141, 27197}, {5, 2493, 3, 2338},
      {27, 16886, 29, 17825}};
  std::vector<Effect> effects;
  for (const auto& [a, b, c, d] : counts)
    effects.push_back(
        {std::log(a / (a + b) / (c / (c + d))), 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)});
  return effects;
}

TEST(RandomEffects, Reference) {
  const auto result = random_effects(vaccine_trials());
  ASSERT_TRUE(result);
  EXPECT_NEAR(result->between_variance, .318068452205024, 1e-12);
  EXPECT_NEAR(result->mean.value, -.714968153493444, 1e-12);
  EXPECT_NEAR(result->mean.se, .180892191537624, 1e-12);
  EXPECT_EQ(result->mean.df, 12);
  EXPECT_NEAR(100 * result->heterogeneity_share, 92.33033795, 1e-7);
  const Interval interval = t_interval(result->mean, .05);
  EXPECT_NEAR(interval.low, -1.10909838120155, 1e-9);
  EXPECT_NEAR(interval.high, -.320837925785338, 1e-9);
}

// Effects closer to each other than their errors allow: Q below its degrees of freedom, so nothing
// lies between the machines, and the error is that of the weighted mean (.00609), not the smaller
// one (.00555) that the formula gives.
TEST(RandomEffects, AgreementByChanceDoesNotShrinkTheError) {
  const std::vector<Effect> close{{-.05, 1e-4}, {-.06, 1.44e-4}, {-.04, 1e-4}};
  const auto result = random_effects(close);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->between_variance, 0);
  EXPECT_NEAR(result->mean.value, -.0488659793814433, 1e-14);
  EXPECT_NEAR(result->mean.se, .00609207699080171, 1e-14);
}

TEST(RandomEffects, EqualErrorsAreAnOrdinaryMean) {
  const std::vector<double> values{.1, .2, .4};
  const std::vector<Effect> effects{{.1, 1e-6}, {.2, 1e-6}, {.4, 1e-6}};
  const auto plain = equal_effects(values), weighted = random_effects(effects);
  ASSERT_TRUE(plain && weighted);
  EXPECT_NEAR(plain->mean.value, weighted->mean.value, 1e-12);
  EXPECT_NEAR(plain->mean.se, weighted->mean.se, 1e-9);
  EXPECT_EQ(plain->mean.df, 2);
}

TEST(RandomEffects, Refusals) {
  EXPECT_FALSE(random_effects(std::vector<Effect>{{1, 1}}));
  EXPECT_FALSE(random_effects(std::vector<Effect>{{1, 1}, {2, 0}}));
  EXPECT_FALSE(random_effects(std::vector<Effect>{{1, 1}, {NAN, 1}}));
  EXPECT_FALSE(equal_effects(std::vector<double>{1}));
}

}  // namespace
}  // namespace lodestone::stats
