// SPDX-License-Identifier: GPL-2.0-or-later
// Closed forms against scipy 1.10.1 and statsmodels 0.13.5 (docs/statistics.md names the calls).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "stats/distribution.h"
#include "stats/equivalence.h"
#include "stats/estimate.h"
#include "stats/multiplicity.h"
#include "stats/sample.h"
#include "stats/trimmed.h"
#include "stats/welch.h"

namespace lodestone::stats {
namespace {

const std::vector<double> a = {12.1, 12.4, 11.9, 12.6, 12.2, 12.8, 12.0, 12.3, 12.5, 12.2};
const std::vector<double> b = {12.6, 12.5, 12.4, 12.9, 12.3, 13.1, 12.7, 12.4, 12.8, 12.9};

#define EXPECT_CLOSE(got, want) EXPECT_NEAR((got) / (want), 1.0, 1e-12)

std::vector<double> log_differences() {
  std::vector<double> d;
  for (size_t i = 0; i < a.size(); ++i) d.push_back(std::log(b[i]) - std::log(a[i]));
  return d;
}

TEST(Reference, Welch) {
  auto estimate = *welch(a, b);
  EXPECT_CLOSE(-t_statistic(estimate), -2.96810843361828);
  EXPECT_CLOSE(t_p_value(estimate), .00825804324439176);
}

TEST(Reference, WelchFromSummariesIsWelchFromSamples) {
  Summary first{10, *mean(a), *standard_deviation(a)}, second{10, *mean(b), *standard_deviation(b)};
  auto summaries = *welch(first, second);
  auto samples = *welch(a, b);
  EXPECT_DOUBLE_EQ(summaries.value, samples.value);
  EXPECT_DOUBLE_EQ(summaries.se, samples.se);
  EXPECT_DOUBLE_EQ(summaries.df, samples.df);
}

TEST(Reference, PairedT) {
  auto estimate = *paired(a, b);
  EXPECT_CLOSE(-t_statistic(estimate), -4.90909090909091);
  EXPECT_CLOSE(t_p_value(estimate), .000837089668996472);
}

TEST(Reference, MeanLogRatio) {
  auto estimate = *one_sample(log_differences());
  EXPECT_CLOSE(estimate.value, .0288842913031294);
  auto interval = t_interval(estimate, .05);
  // The printed interval uses scipy's t quantile, which is 2.5e-11 too small (see Distributions).
  EXPECT_NEAR(interval.low / .0154648214368173, 1, 1e-10);
  EXPECT_NEAR(interval.high / .0423037611694415, 1, 1e-10);
}

TEST(Reference, EquivalenceByTwoOneSidedTests) {
  // The published value tests |log ratio| < log 1.05 on the pairs.
  EXPECT_CLOSE(equivalence_p(*one_sample(log_differences()), band_of_margin(.05)),
               .00422408738207619);
}

TEST(Reference, Yuen) {
  auto estimate = *yuen(a, b);
  EXPECT_CLOSE(-t_statistic(estimate), -2.41075081675406);
  EXPECT_CLOSE(t_p_value(estimate), .0377976279851227);
}

TEST(Reference, TrimmedMeanOfOneSample) {
  auto estimate = *trimmed_mean(log_differences());
  EXPECT_CLOSE(estimate.value, .0267044712994083);
  EXPECT_CLOSE(estimate.se, .00760310602185982);
  EXPECT_CLOSE(t_p_value(estimate), .0170585175115056);
}

TEST(Reference, BenjaminiHochberg) {
  const std::vector<double> p = {.001, .008, .039, .041, .042, .06, .074, .205, .212, .216};
  const std::array<double, 10> want = {.01, .04, .084, .084, .084, .1, .74 / 7, .216, .216, .216};
  auto adjusted = benjamini_hochberg(p);
  for (size_t i = 0; i < want.size(); ++i) EXPECT_CLOSE(adjusted[i], want[i]) << i;
  EXPECT_EQ(discoveries(p, .05), 2u);
  // The order given does not matter.
  std::vector<double> reversed(p.rbegin(), p.rend());
  auto mirrored = benjamini_hochberg(reversed);
  for (size_t i = 0; i < want.size(); ++i) EXPECT_EQ(mirrored[9 - i], adjusted[i]);
}

TEST(Reference, BenjaminiYekutieliIsLargerByTheHarmonicSum) {
  const std::vector<double> p = {.001, .5};
  EXPECT_CLOSE(benjamini_yekutieli(p)[0], .003);
  EXPECT_CLOSE(benjamini_yekutieli(p)[1], .75);
}

TEST(Reference, Distributions) {
  // scipy 1.10.1 prints 2.26215716274; its own distribution function says 2.2621571627982 (as R
  // does).
  EXPECT_CLOSE(t_quantile(.975, 9), 2.262157162798205);
  EXPECT_CLOSE(t_two_sided(2.262157162798205, 9), .05);
  EXPECT_NEAR(t_quantile(.975, 9), 2.262157162741, 1e-10);
  EXPECT_NEAR(t_upper_quantile(1e-4, 5), 9.6775663009, 1e-9);
  EXPECT_NEAR(normal_upper_quantile(1e-10), 6.361340902404, 1e-11);
}

// How often intervals of normal samples miss, against what they say: with Yuen's degrees of freedom
// far out too often, with those of small samples as often as they should. 40,000 samples of twelve.
TEST(Reference, SmallSamplesOfTrimmedMeansMissAsOftenAsTheySay) {
  Rng rng(5);
  int published = 0, ours = 0;
  constexpr int runs = 40000;
  constexpr double alpha = .005;
  std::vector<double> sample(12);
  for (int run = 0; run < runs; ++run) {
    for (double& value : sample) value = rng.normal();
    published += t_p_value(*trimmed_mean(sample)) < alpha;
    ours += t_p_value(*trimmed_mean(sample, usual_trim, TailDf::small_sample)) < alpha;
  }
  const double expected = alpha * runs, sd = std::sqrt(expected);
  EXPECT_GT(published, expected + 4 * sd);
  EXPECT_NEAR(ours, expected, 4 * sd);
}

TEST(Reference, SmallSampleDegreesOfFreedom) {
  const std::vector<double> twelve = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
  EXPECT_DOUBLE_EQ(trimmed_mean(twelve)->df, 7);
  EXPECT_NEAR(trimmed_mean(twelve, usual_trim, TailDf::small_sample)->df, 7 * 10. / 12, 1e-12);
  EXPECT_NEAR(yuen(twelve, twelve, usual_trim, TailDf::small_sample)->df, 2 * 7 * 10. / 12, 1e-12);
  // Nothing trimmed: Student's.
  EXPECT_DOUBLE_EQ(trimmed_mean(std::vector<double>{1, 2, 3}, usual_trim, TailDf::small_sample)->df,
                   2);
}

}  // namespace
}  // namespace lodestone::stats
