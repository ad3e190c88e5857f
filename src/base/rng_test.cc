// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/rng.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

TEST(Rng, SameSeedSameNumbers) {
  Rng a(42), b(42), c(43);
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(a.next(), c.next());
}

TEST(Rng, NormalHasItsMoments) {
  Rng rng(1);
  double sum = 0, squares = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.02);
}

TEST(Rng, BelowStaysBelow) {
  Rng rng(7);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(rng.below(3), 3u);
}

}  // namespace
}  // namespace lodestone
