// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/instruments.h"

#include <sched.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "measure/plan.h"
#include "measure/recover.h"
#include "measure/results.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

Pass pass_of(double rate, bool instrumented, int process) {
  Pass pass{.workload = "scale/getppid1", .process = process};
  Copy copy;
  copy.operations = static_cast<uint64_t>(rate * 2);
  copy.seconds = 2;
  pass.copies = {copy};
  if (instrumented)
    pass.values = {{"perf.instructions:k", rate * 2 * 70},
                   {"time.user_time", 0.5},
                   {"cpuidle.C1.usage", 9},
                   {"steal", 1},
                   {"instrumented", 1}};
  return pass;
}

lodestone::Run made() {
  lodestone::Run run;
  for (int i = 0; i < 4; ++i) run.passes.push_back(pass_of(1000 + i, false, i));
  for (int i = 4; i < 8; ++i) run.passes.push_back(pass_of(900 + i, true, i));
  run.passes.back().findings = {{"F501 no-hardware-counters", "not counted: cycles", "", ""}};
  return run;
}

const Measurement* find(const WorkloadResult& result, const std::string& id) {
  for (const Measurement& m : result.metrics)
    if (m.metric.id == id) return &m;
  return nullptr;
}

TEST(Instruments, explain_and_do_not_score) {
  lodestone::Run run = made();
  recover_results(run);
  ASSERT_FALSE(run.workloads.empty());  // behind it the result of the sweep, as scaling runs have
  const WorkloadResult& result = run.workloads[0];
  EXPECT_EQ(result.metrics[0].samples.size(), 4u);
  EXPECT_NEAR(*result.metrics[0].center, 1001.5, 0.1);
  const Measurement* instructions = find(result, "scale/getppid1.instructions.kernel");
  ASSERT_TRUE(instructions);
  EXPECT_NEAR(*instructions->center, 70, 1e-9);  // per operation
  EXPECT_EQ(instructions->samples.size(), 4u);
  ASSERT_TRUE(find(result, "time.user_time"));
  EXPECT_EQ(find(result, "time.user_time")->metric.better, Better::neutral);
  EXPECT_TRUE(find(result, "cpuidle.C1.usage"));
  EXPECT_FALSE(find(result, "steal"));  // not a collector's
  std::string findings;
  for (const Finding& finding : run.findings) findings += finding.code + ": " + finding.text + "\n";
  EXPECT_THAT(findings, HasSubstr("F501"));
  EXPECT_THAT(
      findings,
      HasSubstr("F510 cost-of-counting: scale/getppid1 x1: -9.6 % [-9.8, -9.4] operations"));
}

TEST(Instruments, a_cost_that_noise_can_make_is_undecided) {
  const auto cost = [](std::vector<double> scored, std::vector<double> instrumented) {
    return *cost_of_counting("x", scored, instrumented);
  };
  EXPECT_THAT(cost({100}, {50}).text, HasSubstr("undecided"));
  EXPECT_EQ(cost({100}, {50, 51}).reason,
            "2 instrumented and 1 scored passes: two of each are needed");
  EXPECT_THAT(cost({100, 110, 90}, {95, 99, 93}).text, HasSubstr("undecided"));
  const Finding rise = cost({100, 101, 100}, {120, 121, 120});
  EXPECT_THAT(rise.text, HasSubstr("undecided (+19.9"));
  EXPECT_THAT(rise.reason, HasSubstr("the machine changed"));
  EXPECT_EQ(rise.remedy, "");
  EXPECT_THAT(cost({100, 101, 100}, {80, 81, 80}).remedy, HasSubstr("fewer events"));
  EXPECT_EQ(cost({100, 101, 100}, {98, 97.5, 98}).remedy, "");
  EXPECT_FALSE(cost_of_counting("x", {100, 101}, {}));
}

// Counters run through the warm-up, whose windows are not among the operations that score.
TEST(Instruments, counts_are_per_operation_of_all_windows) {
  Pass pass = pass_of(1000, true, 0);
  pass.copies[0].operations = 600;
  pass.copies[0].windows = {{0, 1, 400}, {1, 1, 600}};
  pass.values["perf.instructions:k"] = 70000;
  std::map<std::string, double> found;
  for (const InstrumentValue& one : instrument_values("scale/getppid1", pass))
    found[one.metric.id] = one.value;
  EXPECT_EQ(found.at("scale/getppid1.instructions.kernel"), 70);
}

TEST(Instruments, plan_appends_passes_of_their_own) {
  PlanRequest request;
  request.names = {"scale/getppid1", "scale/brk1"};
  request.passes = 3;
  auto plan = make_plan(request).value();
  const size_t scored = plan.passes.size();
  add_instrumented_passes(plan, 2);
  EXPECT_EQ(plan.passes.size(), scored + 2 * plan.conditions.size());
  for (size_t i = 0; i < plan.passes.size(); ++i)
    EXPECT_EQ(plan.passes[i].instrumented, i >= scored);
  EXPECT_GT(plan.passes.back().process, 2);
}

TEST(Instruments, a_pass_under_counters_and_collectors) {
  auto instruments = Instruments::create(Root(), {"page-faults,task-clock", "time,meminfo", {}});
  ASSERT_TRUE(instruments);
  PassRequest request;
  request.workload = find_workload("scale/getppid1");
  ASSERT_TRUE(request.workload);
  request.seconds = 0.05;
  const auto pass = instruments->execute(request);
  ASSERT_TRUE(pass) << pass.error().what;
  EXPECT_TRUE(is_instrumented(*pass));
  EXPECT_GT(pass->values.at("time.elapsed_time"), 0.04);
  EXPECT_GT(pass->values.at("meminfo.MemTotal"), 1000);
  const bool counted = pass->values.count("perf.task-clock") > 0;
  EXPECT_TRUE(counted || !pass->findings.empty());  // refused here: then it says so
  if (counted) {
    EXPECT_GT(pass->values.at("perf.task-clock"), 1);
  }
}

// The copy fails before anything is attached to; what came after it is not affected.
TEST(Instruments, a_pass_on_a_cpu_that_went_away) {
  auto instruments = Instruments::create(Root(), {"task-clock", "time,meminfo", {}});
  ASSERT_TRUE(instruments);
  PassRequest request;
  request.workload = find_workload("scale/getppid1");
  request.seconds = 0.05;
  request.cpus = {CPU_SETSIZE - 1};
  const auto failed = instruments->execute(request);
  ASSERT_TRUE(failed) << failed.error().what;
  EXPECT_TRUE(failed->failed());
  EXPECT_TRUE(is_instrumented(*failed));
  EXPECT_FALSE(failed->values.contains("meminfo.MemTotal"));
  request.cpus = {};
  const auto pass = instruments->execute(request);
  ASSERT_TRUE(pass) << pass.error().what;
  EXPECT_FALSE(pass->failed());
  EXPECT_TRUE(pass->values.contains("meminfo.MemTotal"));
}

TEST(Instruments, malformed_events_and_unknown_collectors_are_errors) {
  EXPECT_TRUE(Instruments::create(Root(), {"no-such-event", "", {}}));  // a finding of each pass
  EXPECT_FALSE(Instruments::create(Root(), {"no such event", "", {}}));
  EXPECT_FALSE(Instruments::create(Root(), {"", "no-such-collector", {}}));
}

}  // namespace
}  // namespace lodestone
