// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "stats/distribution.h"

namespace lodestone::stats {
namespace {

void expect_bounds(const std::vector<double>& got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], .0006) << "look " << i;
}

const std::vector<double> fifths = {.2, .4, .6, .8, 1};

TEST(Bounds, UsualScheduleAsPrinted) {
  auto counts = usual_looks(96);
  EXPECT_EQ(counts, (std::vector<int>{8, 12, 16, 22, 30, 40, 54, 72, 96}));
  auto looks = *Looks::plan(counts, 96);
  expect_bounds(looks.bounds(.05), {3.577, 3.464, 3.339, 3.146, 2.954, 2.770, 2.554, 2.337, 2.098});
}

TEST(Bounds, OBrienFlemingAsPublished) {
  expect_bounds(*look_bounds(fifths, .05, Spending::obrien_fleming),
                {4.877, 3.357, 2.680, 2.290, 2.031});
}

TEST(Bounds, PocockAsPublished) {
  expect_bounds(*look_bounds(fifths, .05, Spending::pocock), {2.438, 2.427, 2.410, 2.397, 2.386});
}

TEST(Bounds, OneLookIsTheOrdinaryQuantile) {
  EXPECT_NEAR((*look_bounds(std::vector<double>{1}, .05))[0], 1.959963984540054, 1e-12);
}

TEST(Bounds, ManyLooksStillSpendAlphaInAll) {
  // Brownian motion simulated through the bounds.
  std::vector<double> fractions;
  for (int k = 1; k <= 12; ++k) fractions.push_back(k / 12.0);
  auto bounds = *look_bounds(fractions, .05);
  Rng rng(7);
  int crossed = 0;
  const int trials = 40000;
  for (int i = 0; i < trials; ++i) {
    double s = 0;
    for (size_t k = 0; k < 12; ++k) {
      s += rng.normal() / std::sqrt(12.0);
      if (std::fabs(s) / std::sqrt(fractions[k]) >= bounds[k]) {
        ++crossed;
        break;
      }
    }
  }
  EXPECT_NEAR(crossed / double(trials), .05, 4 * std::sqrt(.05 * .95 / trials));
}

TEST(Bounds, RefusesFractionsThatDoNotIncrease) {
  EXPECT_FALSE(look_bounds(std::vector<double>{.5, .5}, .05));
  EXPECT_FALSE(look_bounds(std::vector<double>{.5, 1.1}, .05));
  EXPECT_FALSE(look_bounds(std::vector<double>{0}, .05));
  EXPECT_FALSE(look_bounds(std::vector<double>{1}, 0));
  EXPECT_FALSE(Looks::plan({}, 8));
}

TEST(Bounds, SchedulesEndAtTheMost) {
  EXPECT_EQ(usual_looks(4), std::vector<int>{4});
  EXPECT_EQ(usual_looks(8), std::vector<int>{8});
  EXPECT_EQ(usual_looks(13).back(), 13);
  EXPECT_EQ(usual_looks(40), (std::vector<int>{8, 12, 16, 22, 30, 40}));
  EXPECT_EQ(usual_looks(300).back(), 300);
}

TEST(RepeatedP, IsTheLevelWhoseIntervalTouchesZero) {
  auto looks = *Looks::plan(usual_looks(96), 96);
  for (double t : {.5, 1.5, 2.5, 3.5, 6.0, 12.0}) {
    for (size_t look : {size_t{0}, size_t{4}, size_t{8}}) {
      Estimate estimate{t * .01, .01, 17.3};
      double p = looks.repeated_p(estimate, look);
      EXPECT_GE(p, 0);
      EXPECT_LE(p, 1);
      if (p < .9 && p > 1e-14) {
        EXPECT_NEAR(looks.interval(estimate, look, p).low, 0, 1e-6) << t << " at " << look;
      }
    }
  }
}

TEST(RepeatedP, FallsAsTheStatisticGrowsAndIsNeverBelowTheOrdinaryOne) {
  auto looks = *Looks::plan(usual_looks(40), 40);
  double last = 1;
  for (double t = 0; t < 30; t += .25) {
    double p = looks.repeated_p({t, 1, 30}, 3);
    EXPECT_LE(p, last * (1 + 1e-9));
    EXPECT_GE(p * 1.0001, t_two_sided(t, 30));
    last = p;
  }
}

TEST(RepeatedInterval, IsWiderEarlyAndOrdinaryAtASingleLook) {
  auto one = *Looks::plan({20}, 20);
  Estimate estimate{.01, .004, 19};
  auto repeated = one.interval(estimate, 0, .05), plain = t_interval(estimate, .05);
  EXPECT_NEAR(repeated.low, plain.low, 1e-12);
  auto many = *Looks::plan(usual_looks(96), 96);
  EXPECT_LT(many.interval(estimate, 0, .05).low, many.interval(estimate, 8, .05).low);
}

}  // namespace
}  // namespace lodestone::stats
