// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/matrix.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

std::vector<Selected> select(const std::vector<std::string>& names) {
  auto selected = select_workloads(names);
  EXPECT_TRUE(selected);
  return selected ? *selected : std::vector<Selected>{};
}

TEST(matrix, runs_every_combination) {
  const auto all = expand_matrix(select({"lat/mmap"}), {"size=1m,4m,16m", "random=0,1"});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 6u);
  EXPECT_EQ((*all)[0].parameters.at("size"), "1m");
  EXPECT_EQ((*all)[1].parameters.at("random"), "1");
}

TEST(matrix, leaves_others_and_given_values_alone) {
  const auto all =
      expand_matrix(select({"lat/mmap,size=2m", "lat/null", "bw/mem_rd"}), {"size=64k,1m"});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), 4u);
}

TEST(matrix, refuses_what_nobody_declares) {
  EXPECT_EQ(expand_matrix(select({"lat/null"}), {"size=1m"}).error().code, ErrorCode::usage);
  EXPECT_EQ(expand_matrix(select({"lat/mmap"}), {"size"}).error().code, ErrorCode::usage);
  EXPECT_EQ(expand_matrix(select({"lat/mmap"}), {"size="}).error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace lodestone
