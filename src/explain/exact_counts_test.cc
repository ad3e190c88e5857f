// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/exact_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/explanation.h"
#include "explain/facts.h"
#include "explain/test_maps.h"

namespace lodestone::explain {
namespace {

std::string comparison(const std::string& verdict, double next) {
  return R"({"schema":"lodestone.comparison/1","pairs":[{"rows":[{"metric":
"scale/sched_yield.instructions.kernel","workload":"scale/sched_yield","basis":"exact","verdict":")" +
         verdict + R"(","base":{"center":872},"new":{"center":)" + std::to_string(next) +
         R"(},"details":[{"name":"__schedule","base":300,"new":309}]},
{"metric":"scale/sched_yield.instructions.user","basis":"exact","verdict":"equal"}]}]})";
}

TEST(ExactCounts, ReadsTheKernelRows) {
  const auto counts = read_exact_counts(comparison("more", 881));
  ASSERT_TRUE(counts);
  ASSERT_EQ(counts->size(), 1u);
  EXPECT_EQ((*counts)[0].verdict, "more");
  EXPECT_EQ((*counts)[0].functions.at(0).name, "__schedule");
  EXPECT_FALSE(read_exact_counts("{}"));
  EXPECT_FALSE(read_exact_counts("no document"));
}

TEST(ExactCounts, IdenticalExecutedCodeLeavesLayout) {
  Request request;
  request.counts = *read_exact_counts(comparison("identical", 872));
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true), request);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::data_layout);
  EXPECT_THAT(e.answer, testing::HasSubstr("executed code identical"));
}

TEST(ExactCounts, AnotherPathIsTheCauseAndNoPrediction) {
  Request request;
  request.counts = *read_exact_counts(comparison("more", 881));
  const auto [a, e] = explain_maps(percpu_map(false), percpu_map(true), request);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::hot_code);
  EXPECT_EQ(e.strength, Strength::strong);
  EXPECT_THAT(e.answer, testing::HasSubstr("881 kernel instructions per operation instead of 872"));
  EXPECT_THAT(e.verdict.evidence, testing::Contains(testing::HasSubstr("__schedule +9")));
  EXPECT_THAT(e.answer, testing::Not(testing::HasSubstr("slower")));
}

}  // namespace
}  // namespace lodestone::explain
