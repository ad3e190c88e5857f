// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/scaling.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lodestone {
namespace {

Pass pass(const std::string& mode, std::vector<uint64_t> operations, double idle, int block = 0) {
  Pass p;
  p.workload = "scale/getppid1";
  p.mode = mode;
  p.block = block;
  p.values["idle_percent"] = idle;
  for (uint64_t count : operations) {
    Copy copy;
    copy.operations = count;
    copy.seconds = 2;
    copy.elapsed_seconds = 3;
    p.copies.push_back(copy);
  }
  return p;
}

// Rates: processes 100, 180 (90 a task); threads 110, 120 (60 a task).
std::vector<Pass> two_counts(int block = 0) {
  return {pass("process", {200}, 50, block), pass("thread", {220}, 49, block),
          pass("process", {180, 180}, 1, block), pass("thread", {60, 180}, 2, block)};
}

TEST(Scaling, DerivesWhatLkpDerives) {
  auto sweeps = scaling_sweeps(two_counts());
  ASSERT_EQ(sweeps.size(), 1u);
  const ScalingSweep& sweep = sweeps[0];
  ASSERT_EQ(sweep.rows.size(), 2u);
  EXPECT_DOUBLE_EQ(*sweep.rows[1].linear, 220);  // the larger single-task rate, times 2
  EXPECT_DOUBLE_EQ(*sweep.per_process_ops(), 95);
  EXPECT_DOUBLE_EQ(*sweep.per_thread_ops(), 85);
  EXPECT_DOUBLE_EQ(*sweep.scalability(), 180.0 / 220);
  EXPECT_DOUBLE_EQ(*sweep.workload_sum(), 100 + 110 + 180 + 120);
  EXPECT_DOUBLE_EQ(*sweep.rows[1].threads.fairness, 0.8);  // (30 + 90)^2 / (2 (30^2 + 90^2))
  EXPECT_DOUBLE_EQ(*sweep.rows[1].threads.idle_percent, 2);
}

TEST(Scaling, OneShotHasNoScalability) {
  auto sweeps = scaling_sweeps({pass("process", {300, 300}, 0)});
  ASSERT_EQ(sweeps.size(), 1u);
  EXPECT_FALSE(sweeps[0].scalability());
  EXPECT_FALSE(sweeps[0].per_thread_ops());
  EXPECT_DOUBLE_EQ(*sweeps[0].per_process_ops(), 150);
}

TEST(Scaling, AFailedTaskLeavesNoRate) {
  auto passes = two_counts();
  passes[3].copies[1].error = "killed by signal 9";
  auto sweeps = scaling_sweeps(passes);
  EXPECT_TRUE(sweeps[0].rows[1].threads.failed);
  EXPECT_FALSE(sweeps[0].rows[1].threads.rate);
  EXPECT_DOUBLE_EQ(*sweeps[0].per_thread_ops(), 110);
}

TEST(Scaling, BlocksAndRepeatedCountsAreSweepsOfTheirOwn) {
  auto passes = two_counts();
  for (Pass& p : two_counts(1)) passes.push_back(p);
  passes.push_back(pass("process", {400}, 50, 1));
  auto sweeps = scaling_sweeps(passes);
  ASSERT_EQ(sweeps.size(), 3u);
  auto mean = mean_sweep(sweeps);
  EXPECT_DOUBLE_EQ(*mean.rows[0].processes.rate, (100.0 + 100 + 200) / 3);
}

TEST(Scaling, AddsResultsWithOneSampleASweep) {
  lodestone::Run run;
  run.passes = two_counts();
  for (Pass& p : two_counts(1)) run.passes.push_back(p);
  run.workloads.push_back({"scale/getppid1", 2, "thread", {}, {}});
  add_scaling_results(run);
  ASSERT_EQ(run.workloads.size(), 5u);  // 1 and 2 tasks in two modes, and the sweep
  EXPECT_EQ(run.workloads[0].metrics.size(), 2u);
  const WorkloadResult* sweep = nullptr;
  for (const WorkloadResult& result : run.workloads)
    if (result.mode == "sweep") sweep = &result;
  ASSERT_NE(sweep, nullptr);
  ASSERT_EQ(sweep->metrics.size(), 4u);
  EXPECT_EQ(sweep->metrics[1].metric.id, "scale/getppid1.per_thread_ops");
  EXPECT_EQ(sweep->metrics[1].samples.size(), 2u);
  EXPECT_DOUBLE_EQ(sweep->metrics[1].samples[1].value, 85);
}

}  // namespace
}  // namespace lodestone
