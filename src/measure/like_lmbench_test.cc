// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/like_lmbench.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

Pass pass_of(const char* workload, const std::vector<int>& microseconds) {
  Pass pass;
  pass.workload = workload;
  Copy copy;
  for (int each : microseconds) copy.windows.push_back({0, each * 1000000LL, 1000});
  pass.copies.push_back(copy);
  return pass;
}

TEST(like_lmbench, takes_the_median_or_the_least_try) {
  const auto tries = {9, 1, 2, 3, 4, 5, 6, 7, 8, 50, 60};
  const lodestone_workload* pipe = find_workload("lat/pipe");
  ASSERT_NE(pipe, nullptr);
  EXPECT_DOUBLE_EQ(lmbench_value(*pipe, pass_of("lat/pipe", tries)), 6.0);
  const lodestone_workload* memory = find_workload("lat/mem_rd");
  ASSERT_NE(memory, nullptr);
  EXPECT_DOUBLE_EQ(lmbench_value(*memory, pass_of("lat/mem_rd", tries)),
                   10.0);  // ns of a load: 1 us a hundred
}

TEST(like_lmbench, a_rate_is_that_of_the_slower_half) {
  const lodestone_workload* read = find_workload("bw/mem_rd");
  ASSERT_NE(read, nullptr);
  Pass pass = pass_of("bw/mem_rd", {1, 2, 4});
  pass.parameters["size"] = "1m";
  EXPECT_DOUBLE_EQ(lmbench_value(*read, pass), 1048576 * 1e-6 / 2e-6);
}

TEST(like_lmbench, lasts_as_long_as_there) {
  EXPECT_DOUBLE_EQ(lmbench_try_seconds(*find_workload("lat/null")), 0.01);
  EXPECT_DOUBLE_EQ(lmbench_try_seconds(*find_workload("lat/tcp")), 2);
  EXPECT_TRUE(lmbench_like(*find_workload("bw/pipe")));
  EXPECT_FALSE(lmbench_like(*find_workload("perf/sched_pipe")));
}

}  // namespace
}  // namespace lodestone
