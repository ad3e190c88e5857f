// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/placement.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

// Two nodes of two cores of two hardware threads; CPU numbers in topology order, as hwloc numbers
// synthetic ones.
const char* const machine = "numa:2 core:2 pu:2";

std::string text(PlacementPolicy policy, std::optional<int> node = {}) {
  auto placement = place_tasks(policy, node, machine);
  return placement ? placement->text() : placement.error().what;
}

TEST(Placement, OrdersHardwareThreads) {
  EXPECT_EQ(text(PlacementPolicy::cores), "cores: 0,2,4,6,1,3,5,7");
  EXPECT_EQ(text(PlacementPolicy::smt), "smt: 0,1,2,3,4,5,6,7");
  EXPECT_EQ(text(PlacementPolicy::core_sets), "core-sets: 0+1,2+3,4+5,6+7");
  EXPECT_EQ(text(PlacementPolicy::free_running), "none");
}

TEST(Placement, StaysWithinANode) {
  EXPECT_EQ(text(PlacementPolicy::cores, 1), "cores of node 1: 4,6,5,7");
  EXPECT_EQ(text(PlacementPolicy::core_sets, 0), "core-sets of node 0: 0+1,2+3");
  EXPECT_EQ(text(PlacementPolicy::free_running, 1), "none of node 1: 4+5+6+7");
  EXPECT_EQ(text(PlacementPolicy::cores, 7), "there is no NUMA node 7");
}

TEST(Placement, SaysWhenTasksShareACore) {
  auto cores = place_tasks(PlacementPolicy::cores, {}, machine);
  auto smt = place_tasks(PlacementPolicy::smt, {}, machine);
  ASSERT_TRUE(cores && smt);
  EXPECT_FALSE(cores->shares_cores(4));
  EXPECT_TRUE(cores->shares_cores(5));
  EXPECT_FALSE(smt->shares_cores(1));
  EXPECT_TRUE(smt->shares_cores(2));
}

TEST(Placement, ThisMachineHasSomewhereToRun) {
  auto placement = place_tasks(PlacementPolicy::cores);
  ASSERT_TRUE(placement);
  EXPECT_FALSE(placement->sets.empty());
  EXPECT_FALSE(place_tasks(PlacementPolicy::cores, {}, "nonsense"));
}

}  // namespace
}  // namespace lodestone
