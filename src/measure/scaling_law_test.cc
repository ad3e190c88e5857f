// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/scaling_law.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/scaling.h"

namespace lodestone {
namespace {

Pass pass_of(int tasks, double rate, int block) {
  Pass pass;
  pass.workload = "scale/mmap1";
  pass.block = block;
  for (int i = 0; i < tasks; ++i) {
    Copy copy;
    copy.operations = 1;
    copy.seconds = tasks / rate;
    pass.copies.push_back(copy);
  }
  return pass;
}

TEST(ScalingLaw, AddsFitsOfSweepsAndOfAllTogether) {
  lodestone::Run run;
  for (int block = 0; block < 2; ++block)
    for (int tasks : {1, 2, 4, 8})  // contention 0.1, coherency 0.01
      run.passes.push_back(pass_of(
          tasks, 1000.0 * tasks / (1 + 0.1 * (tasks - 1) + 0.01 * tasks * (tasks - 1)), block));
  add_scaling_results(run);
  add_scaling_law(run);
  const Measurement *contention = nullptr, *coherency = nullptr;
  for (const WorkloadResult& result : run.workloads)
    for (const Measurement& m : result.metrics) {
      if (m.metric.id == "scale/mmap1.process_contention") contention = &m;
      if (m.metric.id == "scale/mmap1.process_coherency") coherency = &m;
      EXPECT_EQ(m.metric.id.find("thread_"), std::string::npos);
    }
  ASSERT_TRUE(contention && coherency);
  EXPECT_NEAR(*contention->center, 0.1, 1e-5);
  EXPECT_NEAR(*coherency->center, 0.01, 1e-6);
  EXPECT_EQ(contention->samples.size(), 2u);
  EXPECT_LE(*contention->interval[0], 0.1 + 1e-6);
}

TEST(ScalingLaw, NoneForTwoCountsOrAboveLinear) {
  lodestone::Run run;
  run.passes = {pass_of(1, 100, 0), pass_of(2, 190, 0)};
  add_scaling_results(run);
  const size_t before = run.workloads.back().metrics.size();
  add_scaling_law(run);
  EXPECT_EQ(run.workloads.back().metrics.size(), before);
  run.passes = {pass_of(1, 100, 0), pass_of(2, 300, 0), pass_of(4, 600, 0)};
  run.workloads.clear();
  add_scaling_results(run);
  const size_t rising = run.workloads.back().metrics.size();
  add_scaling_law(run);
  EXPECT_EQ(run.workloads.back().metrics.size(), rising);
}

}  // namespace
}  // namespace lodestone
