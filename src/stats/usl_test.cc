// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/usl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"

namespace lodestone::stats {
namespace {

std::vector<UslPoint> curve(double rate, double contention, double coherency,
                            std::vector<double> counts) {
  UslFit truth;
  truth.rate.value = rate;
  truth.contention.value = contention;
  truth.coherency.value = coherency;
  std::vector<UslPoint> points;
  for (double n : counts) points.push_back({n, truth.at(n)});
  return points;
}

TEST(Usl, FindsTheParametersOfExactCurves) {
  for (auto [contention, coherency] :
       {std::pair{0.0, 0.0}, {0.05, 0.0}, {0.0, 0.01}, {0.03, 0.0005}, {0.6, 0.2}}) {
    auto fit = fit_usl(curve(1e6, contention, coherency, {1, 2, 4, 8, 16, 32}));
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->rate.value, 1e6, 1);
    EXPECT_NEAR(fit->contention.value, contention, 1e-6);
    EXPECT_NEAR(fit->coherency.value, coherency, 1e-7);
    EXPECT_EQ(fit->peak_tasks.has_value(), coherency > 1e-6);
    EXPECT_FALSE(fit->superlinear);
  }
}

// The peak in closed form: sqrt((1 - 0.03) / 0.0005).
TEST(Usl, PeakIsWhereTheCurveIsHighest) {
  auto fit = fit_usl(curve(1e6, 0.03, 0.0005, {1, 2, 4, 8, 16, 32, 64}));
  ASSERT_TRUE(fit && fit->peak_tasks);
  EXPECT_NEAR(*fit->peak_tasks, 44.045, 0.01);
  EXPECT_GT(fit->at(44), fit->at(30));
  EXPECT_GT(fit->at(44), fit->at(60));
}

TEST(Usl, ThreeCountsGiveAFitWithoutIntervals) {
  auto fit = fit_usl(curve(10, 0.1, 0.01, {1, 2, 4}));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->contention.value, 0.1, 1e-6);
  EXPECT_FALSE(fit->contention.low);
  EXPECT_EQ(fit->degrees, 0);
}

TEST(Usl, RefusesTwoCountsAndZeroRates) {
  EXPECT_FALSE(fit_usl(curve(10, 0, 0, {1, 2, 2, 1})));
  std::vector<UslPoint> zero = {{1, 1}, {2, 0}, {3, 1}};
  EXPECT_FALSE(fit_usl(zero));
}

TEST(Usl, SaysWhenACurveRisesAboveTheLine) {
  std::vector<UslPoint> points = {{1, 100}, {2, 260}, {4, 500}, {8, 1000}};
  auto fit = fit_usl(points);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->superlinear);
  EXPECT_EQ(fit->contention.value, 0);
}

// 95 % intervals cover the truth in about 95 % of noisy curves (200 curves: the share's sd is 1.5
// points).
TEST(Usl, IntervalsCover) {
  Rng rng(7);
  auto clean = curve(5000, 0.05, 0.001, {1, 2, 4, 8, 16, 24, 32, 48});
  int rate = 0, contention = 0, coherency = 0;
  const int curves = 200;
  for (int i = 0; i < curves; ++i) {
    auto points = clean;
    for (auto& point : points) point.throughput *= std::exp(0.02 * rng.normal());
    auto fit = fit_usl(points);
    ASSERT_TRUE(fit && fit->rate.low && fit->rate.high && fit->contention.high &&
                fit->coherency.high);
    rate += *fit->rate.low <= 5000 && 5000 <= *fit->rate.high;
    contention += fit->contention.low.value() <= 0.05 && 0.05 <= *fit->contention.high;
    coherency += fit->coherency.low.value() <= 0.001 && 0.001 <= *fit->coherency.high;
  }
  for (int covered : {rate, contention, coherency})
    EXPECT_NEAR(covered / double(curves), 0.95, 0.04);
}

}  // namespace
}  // namespace lodestone::stats
