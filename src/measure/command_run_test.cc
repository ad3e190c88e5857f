// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/command_run.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

lodestone::Run conducted(CommandRunRequest request, Outcome* outcome) {
  lodestone::Run run;
  *outcome = conduct_command(request, run, {});
  return run;
}

TEST(command_run, one_sample_a_process_of_each_metric) {
  CommandRunRequest request;
  request.command = {"echo rate 42.5 MB/s"};
  request.passes = 3;
  const auto metric = parse_output_metric("speed,MB/s,higher=rate ([0-9.]+)");
  ASSERT_TRUE(metric);
  request.metrics.push_back(*metric);
  Outcome outcome;
  const auto run = conducted(request, &outcome);
  EXPECT_FALSE(outcome.failed);
  ASSERT_EQ(run.workloads.size(), 1u);
  const Measurement& speed = run.workloads[0].metrics[0];
  EXPECT_EQ(speed.metric.id, "speed");
  EXPECT_EQ(speed.samples.size(), 3u);
  EXPECT_DOUBLE_EQ(speed.center.value_or(0), 42.5);
  EXPECT_EQ(run.workloads[0].metrics.size(), 5u);  // and wall, user, system, resident size
}

TEST(command_run, a_failing_command_is_a_finding_and_stops_soon) {
  CommandRunRequest request;
  request.command = {"exit 7"};
  Outcome outcome;
  const auto run = conducted(request, &outcome);
  EXPECT_TRUE(outcome.failed);
  EXPECT_EQ(run.passes.size(), 2u);
  EXPECT_TRUE(run.workloads.empty());
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].code, "F101 workload-failed");
}

TEST(command_run, output_without_the_number_is_no_result) {
  CommandRunRequest request;
  request.command = {"echo", "nothing"};
  request.metrics.push_back(*parse_output_metric("speed,MB/s,higher=rate ([0-9.]+)"));
  Outcome outcome;
  const auto run = conducted(request, &outcome);
  EXPECT_TRUE(outcome.failed);
  EXPECT_TRUE(run.workloads.empty());
}

}  // namespace
}  // namespace lodestone
