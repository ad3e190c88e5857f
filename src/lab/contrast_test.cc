// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/contrast.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace lodestone::lab {
namespace {

TEST(contrast, tells_a_threefold_time_and_its_interval) {
  std::vector<double> times, reference;
  Rng rng(1);
  for (int i = 0; i < 30; ++i) {
    reference.push_back(1 + 0.02 * rng.normal());
    times.push_back(3 * (1 + 0.02 * rng.normal()));
  }
  const Contrast result = contrast(times, reference, 0.05);
  EXPECT_EQ(result.effect, Effect::slower);
  EXPECT_NEAR(result.change_percent, 200, 5);
  EXPECT_LT(result.low_percent, 200);
  EXPECT_GT(result.high_percent, 200);
}

TEST(contrast, equal_times_are_the_same_and_few_are_undecided) {
  const std::vector<double> many(20, 2.0), few(4, 2.0);
  EXPECT_EQ(contrast(many, many, 0.05).effect, Effect::same);
  const Contrast short_one = contrast(few, few, 0.05);
  EXPECT_EQ(short_one.effect, Effect::undecided);
  EXPECT_FALSE(short_one.has_interval);
}

TEST(contrast, discarded_windows_drop_their_pair) {
  const Contrast result = contrast({2, 0, 2}, {1, 1, 0}, 0.05);
  EXPECT_EQ(result.n, 1);
  EXPECT_EQ(contrast({}, {}, 0.05).n, 0);
}

// The 99 % interval of the sign test misses the true median in at most 1 % of samples.
TEST(contrast, interval_covers_the_median) {
  Rng rng(7);
  int missed = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> times, reference(25, 1.0);
    for (int i = 0; i < 25; ++i) times.push_back(1 + 0.1 * rng.normal());
    const Contrast result = contrast(times, reference, 0.05);
    missed += result.low_percent > 0 || result.high_percent < 0;
  }
  EXPECT_LE(missed, 30);
  EXPECT_GT(missed, 0);
}

}  // namespace
}  // namespace lodestone::lab
