// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/flame_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

using testing::HasSubstr;

ArmOutcome arm(const char* label, Functions kernel) {
  ArmOutcome result;
  result.arm.label = label;
  WorkloadOutcome outcome;
  outcome.workload = "scale/getppid1";
  outcome.operations = 10;
  outcome.kernel = std::move(kernel);
  result.workloads.push_back(std::move(outcome));
  return result;
}

TEST(FlameGraph, FoldsByFunction) {
  EXPECT_EQ(folded_lines(arm("a", {{"entry", {100, 1, 1, 1}}})),
            "scale/getppid1;kernel;entry 100\n");
  EXPECT_EQ(
      folded_difference(arm("a", {{"entry", {100, 1, 1, 1}}}), arm("b", {{"other", {7, 1, 1, 1}}})),
      "scale/getppid1;kernel;entry 100 0\nscale/getppid1;kernel;other 0 7\n");
}

TEST(FlameGraph, DrawsTheDifference) {
  std::string svg =
      difference_graph(arm("a<b", {{"entry", {100, 1, 1, 1}}, {"gone", {50, 1, 1, 1}}}),
                       arm("new", {{"entry", {101, 1, 1, 1}}}));
  EXPECT_THAT(svg, HasSubstr("entry: 100 -&gt; 101 (+1)"));
  EXPECT_THAT(svg, HasSubstr("gone -50"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b"));
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace lodestone::exact
