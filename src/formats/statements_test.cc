// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/statements.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

TEST(Statements, PointsAndNoise) {
  auto found = find_statements(
      "The score in step 3 is 400 to 500 more points than before.\n"
      "> the -0.46% is well above measurement noise (of ~0.02% for the branch\n> metric) so");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].low, 400);
  EXPECT_EQ(found[0].high, 500);
  EXPECT_EQ(found[0].text, "400 to 500 more points");
  EXPECT_EQ(found[1].subject, Claim::Subject::noise_percent);
  EXPECT_EQ(found[1].high, 0.02);
  EXPECT_NE(found[1].text.find("branch"), std::string::npos);
}

TEST(Statements, RepeatedOnesCountOnce) {
  EXPECT_EQ(find_statements("300-400 points. Again: 300-400 points.").size(), 1u);
}

TEST(Statements, OtherNumbersAreNotStatements) {
  EXPECT_TRUE(
      find_statements("it takes 5 to 6 minutes, on many points of the noise floor at level 3")
          .empty());
}

}  // namespace
}  // namespace lodestone
