// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unixbench.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.h"

namespace lodestone {
namespace {

// A published table (Xeon Silver 4210, 40 CPUs): the rows recomputed must give its printed INDEX
// and score.
TEST(UnixbenchIndex, PublishedTable) {
  const struct {
    const char* name;
    double result;
    const char* index;
  } rows[] = {{"dhry2reg", 948326591.2, "81261.9"}, {"whetstone-double", 211986.3, "38543.0"},
              {"execl", 43453.2, "10105.4"},        {"fstime", 438936.2, "1108.4"},
              {"fsbuffer", 118197.4, "714.2"},      {"fsdisk", 1534674.7, "2646.0"},
              {"pipe", 46482107.6, "37365.0"},      {"context1", 1915094.2, "4787.7"},
              {"spawn", 85442.2, "6781.1"},         {"shell1", 69400.7, "16368.1"},
              {"shell8", 8877.2, "14795.3"},        {"syscall", 4714906.1, "3143.3"}};
  std::vector<UnixbenchRatio> ratios;
  for (const auto& row : rows) {
    const UnixbenchTest* test = find_unixbench_test(row.name);
    ASSERT_NE(test, nullptr) << row.name;
    EXPECT_TRUE(test->in_index);
    EXPECT_EQ(fixed(unixbench_index(row.result, test->baseline), 1), row.index) << row.name;
    ratios.push_back({row.result, test->baseline});
  }
  EXPECT_EQ(fixed(unixbench_index_score(ratios).value(), 1), "7923.3");
}

TEST(UnixbenchScore, DropsTheLowestThirdByCount) {
  // 10 passes: 3 dropped, 7 kept; 3: 1 dropped; 2 and 1: none.
  std::vector<UnixbenchPass> ten;
  for (int i = 1; i <= 10; ++i) ten.push_back({i * 100.0, 10});
  const UnixbenchScore score = unixbench_score(ten, 1);
  EXPECT_EQ(score.samples, 7);
  double expected = 1;
  for (int i = 4; i <= 10; ++i) expected *= i * 10.0;
  EXPECT_NEAR(score.score, std::pow(expected, 1.0 / 7), 1e-9);
  EXPECT_EQ(unixbench_score({{1, 1}, {2, 1}, {3, 1}}, 1).samples, 2);
  EXPECT_EQ(unixbench_score({{1, 1}, {2, 1}}, 1).samples, 2);
  EXPECT_EQ(unixbench_score({{1, 1}}, 1).samples, 1);
  // The pass with the lowest count goes although its rate is the highest.
  EXPECT_NEAR(unixbench_score({{90, 1}, {100, 10}, {100, 10}}, 1).score, 10, 1e-9);
}

TEST(UnixbenchScore, Timebase) {
  EXPECT_NEAR(unixbench_score({{600, 30}}, 60).score, 1200, 1e-9);
  EXPECT_NEAR(unixbench_score({{8641.5, 10}}, 0).score, 8641.5, 1e-9);
  // A zero counts as 1 in the geometric mean.
  EXPECT_NEAR(unixbench_score({{0, 10}, {100, 1}}, 1).score, 10, 1e-9);
}

TEST(UnixbenchGroups, AsNamed) {
  EXPECT_EQ(unixbench_group("index").size(), 12u);
  EXPECT_EQ(unixbench_group("system").size(), 11u);
  EXPECT_EQ(unixbench_group("fs").size(), 9u);
  EXPECT_EQ(unixbench_group("misc"), (std::vector<std::string>{"C", "dc", "hanoi"}));
  EXPECT_EQ(unixbench_group("all").size(), unixbench_tests.size());
  EXPECT_TRUE(unixbench_group("pipe").empty());
  for (const char* name : unixbench_group_names)
    for (const std::string& test : unixbench_group(name))
      EXPECT_NE(find_unixbench_test(test), nullptr) << test;
  EXPECT_STREQ(find_unixbench_title("Pipe Throughput")->name, "pipe");
  EXPECT_EQ(find_unixbench_title("Pipe"), nullptr);
}

}  // namespace
}  // namespace lodestone
