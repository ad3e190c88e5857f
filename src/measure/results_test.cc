// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/results.h"

#include <gtest/gtest.h>

#include <cmath>

#include "measure/unixbench_results.h"
#include "model/unixbench.h"

namespace lodestone {
namespace {

Pass pass_of(const Condition& condition, int block, std::vector<uint64_t> counts, double seconds) {
  Pass pass;
  pass.workload = condition.workload->name;
  pass.parameters = condition.parameters;
  pass.block = pass.process = block;
  for (uint64_t count : counts) {
    Copy copy;
    copy.operations = count;
    copy.seconds = seconds;
    pass.copies.push_back(copy);
  }
  return pass;
}

Plan plan_of(std::vector<std::string> names, int copies, const std::string& like = "") {
  PlanRequest request;
  request.names = std::move(names);
  request.copies = {copies};
  request.like = like;
  return *make_plan(request);
}

TEST(SettleCenter, whole_counts_stay_whole_and_are_not_negative) {
  const auto settled = [](const std::vector<double>& values) {
    Measurement measurement;
    for (const double value : values) measurement.samples.push_back({value, 0, 0, 0});
    settle_center(measurement);
    return measurement;
  };
  EXPECT_EQ(settled({1236}).center, 1236);
  EXPECT_FALSE(settled({1236}).interval[0]);
  EXPECT_EQ(settled({1236, 1236, 1236}).center, 1236);
  EXPECT_EQ(settled({1236, 1236, 1236}).interval[0], 1236);
  const Measurement rare = settled({0, 0, 9});
  EXPECT_EQ(rare.center, 3);
  EXPECT_EQ(rare.interval[0], 0);
  EXPECT_GT(*rare.interval[1], 9);
  EXPECT_LT(*settled({-1, 0, 9}).interval[0], 0);
}

TEST(Summarize, RatesOfCopiesAdd) {
  const Plan plan = plan_of({"pipe"}, 2);
  lodestone::Run run;
  run.passes = {pass_of(plan.conditions[0], 0, {100, 300}, 2),
                pass_of(plan.conditions[0], 1, {200, 600}, 2)};
  summarize(plan, run);
  ASSERT_EQ(run.workloads.size(), 1u);
  const Measurement& rate = run.workloads[0].metrics[0];
  EXPECT_EQ(rate.metric.id, "unixbench/pipe.rate");
  ASSERT_EQ(rate.samples.size(), 2u);
  EXPECT_DOUBLE_EQ(rate.samples[0].value, 200);
  EXPECT_NEAR(*rate.center, std::sqrt(200.0 * 400), 1e-9);
  ASSERT_TRUE(rate.interval[0]);
  // Two values, ln 200 and ln 400: t(0.975, 1) = 12.706, se = ln(2) / 2.
  EXPECT_NEAR(std::log(*rate.interval[1] / *rate.center), 12.7062 * std::log(2.0) / 2, 1e-3);
  ASSERT_EQ(run.workloads[0].metrics.size(), 2u);
  EXPECT_EQ(run.workloads[0].metrics[1].metric.id, "unixbench/pipe.index");
  EXPECT_NEAR(*run.workloads[0].metrics[1].center, *rate.center / 1244, 1e-9);
}

TEST(Summarize, FailedPassesGiveNothing) {
  const Plan plan = plan_of({"pipe"}, 1);
  lodestone::Run run;
  run.passes = {pass_of(plan.conditions[0], 0, {100}, 2)};
  run.passes[0].copies[0].error = "killed by signal 9";
  summarize(plan, run);
  EXPECT_TRUE(run.workloads.empty());
}

TEST(Summarize, ScoreOfTheIndex) {
  const Plan plan = plan_of({"index"}, 1);
  lodestone::Run run;
  for (int block = 0; block < 3; ++block)
    for (const Condition& condition : plan.conditions) {
      const UnixbenchTest* test =
          find_unixbench_test(std::string(condition.workload->name).substr(10));
      // Block b runs at 100, 110, 120 times the baseline.
      const double seconds = 1000 * condition.workload->scale / test->baseline / (100 + 10 * block);
      run.passes.push_back(pass_of(condition, block, {1000}, seconds));
    }
  summarize(plan, run);
  ASSERT_EQ(run.workloads.size(), 13u);
  const WorkloadResult& score = run.workloads.back();
  EXPECT_EQ(score.id, "unixbench");
  EXPECT_EQ(score.metrics[0].metric.id, "unixbench.score");
  ASSERT_EQ(score.metrics[0].samples.size(), 3u);
  EXPECT_NEAR(score.metrics[0].samples[2].value, 1200, 1e-6);
  EXPECT_NEAR(*score.metrics[0].center, std::cbrt(1000.0 * 1100 * 1200), 1e-6);
  EXPECT_TRUE(score.metrics[0].interval[0]);
}

TEST(Summarize, UnixBenchRuleDropsThirdAndHasNoInterval) {
  const Plan plan = plan_of({"syscall"}, 1, "unixbench-6.0.0");
  lodestone::Run run;
  for (int i = 0; i < 3; ++i)
    run.passes.push_back(pass_of(plan.conditions[0], i, {static_cast<uint64_t>(100 * (i + 1))}, 1));
  summarize(plan, run);
  const Measurement& rate = run.workloads[0].metrics[0];
  EXPECT_NEAR(*rate.center, std::sqrt(200.0 * 300), 1e-9);
  EXPECT_FALSE(rate.interval[0]);
  EXPECT_EQ(rate.samples.size(), 3u);
}

TEST(Summarize, VariantsDoNotMakeAScore) {
  std::vector<std::string> names = unixbench_group("index");
  for (std::string& name : names)
    if (name == "context1") name += ",placement=free";
  const Plan plan = plan_of(names, 1);
  lodestone::Run run;
  for (const Condition& condition : plan.conditions)
    run.passes.push_back(pass_of(condition, 0, {1000}, 1));
  summarize(plan, run);
  EXPECT_EQ(run.workloads.size(), 12u);
}

}  // namespace
}  // namespace lodestone
