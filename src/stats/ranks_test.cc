// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/ranks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "stats/sign_flip.h"

namespace lodestone::stats {
namespace {

const std::vector<double> a = {12.1, 12.4, 11.9, 12.6, 12.2, 12.8, 12.0, 12.3, 12.5, 12.2};
const std::vector<double> b = {12.6, 12.5, 12.4, 12.9, 12.3, 13.1, 12.7, 12.4, 12.8, 12.9};

TEST(MannWhitney, WithTiesAsPublished) {
  auto test = *mann_whitney(a, b);
  EXPECT_FALSE(test.exact);
  EXPECT_EQ(test.statistic, 17);
  EXPECT_NEAR(test.p / .0136609418027308, 1, 1e-12);
  EXPECT_FALSE(mann_whitney(a, b, RankMethod::exact));
}

TEST(MannWhitney, ExactAsPublished) {
  std::vector<double> x = {1.1, 2.2, 3.3, 4.4, 5.5}, y = {2.1, 4.2, 6.3, 8.4, 10.5};
  auto test = *mann_whitney(x, y);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.statistic, 6);
  EXPECT_NEAR(test.p / .222222222222222, 1, 1e-12);
}

TEST(MannWhitney, SmallestPossible) {
  std::vector<double> low = {1, 2, 3}, high = {4, 5, 6};
  EXPECT_NEAR(mann_whitney(low, high)->p, .1, 1e-15);
  EXPECT_FALSE(mann_whitney(low, {}));
}

TEST(Wilcoxon, ExactAsPublished) {
  std::vector<double> d = {.11, -.05, .23, .31, .02, .17, .09, -.03, .27, .14};
  auto test = *wilcoxon(d);
  EXPECT_EQ(test.statistic, 5);
  EXPECT_DOUBLE_EQ(test.p, .01953125);
  EXPECT_EQ(wilcoxon(std::vector<double>{0, 0})->p, 1);
}

TEST(SignInterval, AsPublished) {
  std::vector<double> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, six = {1, 2, 3, 4, 5, 6};
  auto interval = *sign_interval(ten);
  EXPECT_EQ(interval.low, 2u);
  EXPECT_EQ(interval.high, 9u);
  EXPECT_NEAR(interval.coverage, .978515625, 1e-12);
  EXPECT_NEAR(sign_interval(six)->coverage, .96875, 1e-12);
  EXPECT_FALSE(sign_interval(std::vector<double>{1, 2, 3, 4, 5}));
}

TEST(SignFlip, EnumeratesBlocksAndCannotGoBelowTheirNumber) {
  std::vector<Difference> pairs;
  for (int i = 0; i < 12; ++i) pairs.push_back({.05 + .001 * i, i % 2 == 0});
  auto test = sign_flip(pairs);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.arrangements, 64u);
  // An arrangement that only moves a trimmed value ties with the observed one.
  EXPECT_GE(test.p, 2 / 64.0);
  EXPECT_LE(test.p, 4 / 64.0);
}

TEST(SignFlip, HoldsItsLevelWithAPositionEffectAndDrift) {
  Rng rng(4);
  int below = 0;
  const int trials = 400;
  for (int t = 0; t < trials; ++t) {
    std::vector<Difference> pairs;
    bool first = true;
    for (int i = 0; i < 12; ++i) {
      first = i % 2 == 0 ? rng.coin() : !first;
      pairs.push_back({(first ? .02 : -.02) + .01 * rng.normal(), first});
    }
    below += sign_flip(pairs).p <= .0625;
  }
  EXPECT_NEAR(below / double(trials), .0625, 4 * std::sqrt(.0625 * .9375 / trials));
}

}  // namespace
}  // namespace lodestone::stats
