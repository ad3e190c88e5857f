// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/distribution.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

TEST(Distribution, ModeMustHoldInEveryPhase) {
  Distribution d;
  d.add(0, 183, 90);
  d.add(0, 200, 10);
  d.add(1, 183, 11);
  d.add(1, 210, 89);
  EXPECT_EQ(d.mode(), 183u);
  EXPECT_DOUBLE_EQ(d.share_of(183), 101.0 / 200);
  d.add(2, 190, 100);
  EXPECT_EQ(d.mode(), std::nullopt);
  EXPECT_EQ(d.minimum(), 183u);
}

TEST(Distribution, ATenthIsEnough) {
  Distribution d;
  d.add(0, 50, 10);
  for (uint64_t i = 0; i < 90; ++i) d.add(0, 100 + i, 1);
  EXPECT_EQ(d.mode(), 50u);
  d.add(0, 300, 1);
  EXPECT_EQ(d.mode(), std::nullopt);
}

TEST(Distribution, Quantiles) {
  Distribution d;
  for (uint64_t i = 1; i <= 100; ++i) d.add(0, i, 1);
  EXPECT_EQ(d.quantile(0.5), 50u);
  EXPECT_EQ(d.quantile(0.25), 25u);
  EXPECT_EQ(d.quantile(1), 100u);
  EXPECT_DOUBLE_EQ(d.mean(), 50.5);
}

}  // namespace
}  // namespace lodestone::exact
