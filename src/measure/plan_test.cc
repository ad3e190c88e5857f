// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "model/unixbench.h"

namespace lodestone {
namespace {

TEST(SelectWorkloads, NamesGroupsGlobsAndSuites) {
  auto names = [](std::vector<std::string> patterns) {
    std::vector<std::string> found;
    auto selected = select_workloads(patterns);
    EXPECT_TRUE(selected);
    if (selected)
      for (const Selected& one : *selected) found.push_back(one.workload->name);
    return found;
  };
  EXPECT_EQ(names({"index"}).size(), 12u);
  EXPECT_EQ(names({"pipe"}), std::vector<std::string>{"unixbench/pipe"});
  EXPECT_EQ(names({"pipe", "unixbench/pipe", "oldsystem"}).size(), 8u);  // each once
  EXPECT_EQ(names({"unixbench/fs*-w"}).size(), 3u);
  EXPECT_EQ(names({"all"}).size(), unixbench_tests.size());
  EXPECT_GT(names({"scale"}).size(), 1u);
  EXPECT_EQ(names({"scale"}), names({"scale/*"}));
  EXPECT_FALSE(select_workloads({"no-such"}));
  EXPECT_FALSE(select_workloads({"scale/no*"}));
}

TEST(SelectWorkloads, Parameters) {
  auto selected = select_workloads({"context1,placement=other", "context1"});
  ASSERT_TRUE(selected);
  ASSERT_EQ(selected->size(), 2u);
  EXPECT_EQ((*selected)[0].parameters.at("placement"), "other");
  EXPECT_EQ(select_workloads({"context1,place=other"}).error().code, ErrorCode::usage);
  EXPECT_EQ(select_workloads({"context1,placement"}).error().code, ErrorCode::usage);
}

TEST(UnixbenchWorkloads, AgreeWithTheTableOfTests) {
  for (const UnixbenchTest& test : unixbench_tests) {
    const auto* workload = find_workload(std::string("unixbench/") + test.name);
    ASSERT_NE(workload, nullptr) << test.name;
    EXPECT_STREQ(workload->title, test.title);
    EXPECT_STREQ(workload->unit, test.label);
    EXPECT_EQ(workload->value, LODESTONE_RATE);
    if (test.timebase > 0) {
      EXPECT_EQ(workload->scale, test.timebase) << test.name;
    }
  }
}

TEST(MakePlan, OwnScheduleIsShuffledBlocks) {
  PlanRequest request;
  request.seed = 5;
  request.usable_cpus = 4;
  auto plan = make_plan(request);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->conditions.size(), 24u);  // 1 and 4 copies of 12
  EXPECT_EQ(plan->passes.size(), 240u);
  std::map<int, std::set<size_t>> blocks;
  bool differ = false;
  for (size_t i = 0; i < plan->passes.size(); ++i) {
    blocks[plan->passes[i].block].insert(plan->passes[i].condition);
    differ = differ || plan->passes[i].condition != plan->passes[i % 24].condition;
    EXPECT_EQ(plan->passes[i].block, static_cast<int>(i / 24));
  }
  EXPECT_TRUE(differ);
  for (const auto& [block, conditions] : blocks) EXPECT_EQ(conditions.size(), 24u);
  auto again = make_plan(request);
  request.seed = 6;
  auto other = make_plan(request);
  bool same = true, changed = false;
  for (size_t i = 0; i < plan->passes.size(); ++i) {
    same = same && plan->passes[i].condition == again->passes[i].condition;
    changed = changed || plan->passes[i].condition != other->passes[i].condition;
  }
  EXPECT_TRUE(same);
  EXPECT_TRUE(changed);
}

TEST(MakePlan, QuickIndexTakesAboutAMinute) {
  PlanRequest request;
  request.quick = true;
  request.usable_cpus = 64;
  auto plan = make_plan(request);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->conditions.size(), 12u);
  EXPECT_GE(plan->passes.size(), 36u);
  EXPECT_LT(plan->expected_seconds(), 75);
}

TEST(MakePlan, LikeUnixBench) {
  PlanRequest request;
  request.like = "unixbench-6.0.0";
  request.copies = {1};
  auto plan = make_plan(request);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->passes.size(), 5 * 10 + 7 * 3u);
  EXPECT_EQ(plan->conditions[0].parameters.at("like"), "unixbench-6.0.0");
  size_t last = 0;
  for (const PlannedPass& pass : plan->passes) {
    EXPECT_TRUE(pass.settle);
    EXPECT_GE(pass.condition, last);
    last = pass.condition;
  }
  // Published runs of the default list take 27:43 to 28:19 with one copy.
  EXPECT_NEAR(plan->expected_seconds() / 60, 28, 1);
  request.passes = 1;
  EXPECT_EQ(make_plan(request)->passes.size(), 12u);
  request.like = "unixbench-7";
  EXPECT_EQ(make_plan(request).error().code, ErrorCode::usage);
}

TEST(MakePlan, Refusals) {
  PlanRequest request;
  request.names = {"pipe"};
  request.mode = "thread";
  EXPECT_FALSE(make_plan(request));
  request.mode = "sideways";
  EXPECT_FALSE(make_plan(request));
}

}  // namespace
}  // namespace lodestone
