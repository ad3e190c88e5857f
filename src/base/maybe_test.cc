// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/maybe.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lodestone {
namespace {

TEST(Maybe, IsANumberOrNothing) {
  static_assert(sizeof(Maybe<double>) == 8 && sizeof(Maybe<long long>) == 8);
  Maybe<double> number;
  EXPECT_FALSE(number);
  EXPECT_EQ(number, std::nullopt);
  EXPECT_EQ(number.value_or(2), 2);
  number = 1.5;
  ASSERT_TRUE(number);
  *number *= 2;
  EXPECT_EQ(number, 3.0);
  number.reset();
  EXPECT_FALSE(number.has_value());
  EXPECT_NE(number, 0.0);
}

TEST(Maybe, TellsNothingFromEveryNumberThatIsComputed) {
  for (const double odd : {std::nan(""), -std::nan(""), std::sqrt(-1.0), HUGE_VAL, 0.0, -0.0})
    EXPECT_TRUE(Maybe<double>(odd)) << odd;
  EXPECT_TRUE(Maybe<long long>(0));
  EXPECT_TRUE(Maybe<int>(-1));
}

TEST(Maybe, GoesToAndFromOptional) {
  const std::optional<double> none, some = 4;
  EXPECT_FALSE(Maybe<double>(none));
  EXPECT_EQ(Maybe<double>(some), 4.0);
  EXPECT_EQ(std::optional<double>(Maybe<double>()), std::nullopt);
  EXPECT_EQ(std::optional<double>(Maybe<double>(-1)), -1.0);
  EXPECT_EQ(Maybe<double>(), Maybe<double>(none));
}

}  // namespace
}  // namespace lodestone
