// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/machine.h"

#include <gtest/gtest.h>

namespace lodestone::lab {
namespace {

Load load(double steal, double total, int runnable) {
  return {steal, total, runnable, true};
}

TEST(machine, quiet_machine_has_no_doubts) {
  EXPECT_TRUE(doubts(load(5, 1000, 1), load(5, 1400, 1), 2, 2).empty());
}

TEST(machine, runnable_tasks_and_steal_are_said) {
  const auto busy = doubts(load(0, 1000, 3), load(0, 1400, 1), 2, 2);
  ASSERT_EQ(busy.size(), 1u);
  EXPECT_NE(busy[0].find("2 other tasks"), std::string::npos) << busy[0];
  const auto stolen = doubts(load(0, 1000, 1), load(40, 1400, 1), 2, 2);
  ASSERT_EQ(stolen.size(), 1u);
  EXPECT_NE(stolen[0].find("10.0 %"), std::string::npos) << stolen[0];
}

TEST(machine, unknown_load_is_said) {
  EXPECT_EQ(doubts({}, {}, 2, 2).size(), 1u);
}

TEST(machine, reads_this_one) {
  EXPECT_TRUE(read_load().known);
  EXPECT_FALSE(allowed_cpus().empty());
  EXPECT_FALSE(read_load("/nonexistent").known);
}

}  // namespace
}  // namespace lodestone::lab
