// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/warm_up.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"

namespace lodestone::stats {
namespace {

TEST(WarmUp, DropsASlowStartOnly) {
  EXPECT_EQ(warm_up_length(std::vector<double>{50, 80, 100, 101, 99, 100, 100, 101, 99, 100}), 2u);
  EXPECT_EQ(warm_up_length(std::vector<double>{7, 7, 7, 7, 7, 7}), 0u);
  EXPECT_EQ(warm_up_length(std::vector<double>{1, 100, 100}), 0u);
}

TEST(WarmUp, NeverDropsMoreThanHalf) {
  EXPECT_LE(warm_up_length(std::vector<double>{9, 1, 9, 1, 9, 1, 5, 5}), 4u);
  EXPECT_EQ(warm_up_length(std::vector<double>{10, 10, 10, 10, 10, 1}),
            0u);  // a late dip is no warm-up
}

// On a stationary series the cut must not shift the mean: over 500 series of 30 values (sd 1) the
// mean of the kept part has a standard error of at most 1 / sqrt(15 * 500) = 0.012.
TEST(WarmUp, DoesNotBiasTheMean) {
  Rng rng(3);
  double sum = 0;
  for (int series = 0; series < 500; ++series) {
    std::vector<double> values;
    for (int i = 0; i < 30; ++i) values.push_back(rng.normal());
    const size_t dropped = warm_up_length(values);
    double mean = 0;
    for (size_t i = dropped; i < values.size(); ++i)
      mean += values[i] / static_cast<double>(values.size() - dropped);
    sum += mean;
  }
  EXPECT_NEAR(sum / 500, 0, 0.04);
}

}  // namespace
}  // namespace lodestone::stats
