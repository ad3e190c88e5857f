// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/scaling_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/chart.h"

namespace lodestone {
namespace {

using testing::HasSubstr;
using testing::Not;

Pass pass(const std::string& mode, int tasks, double rate, int block = 0) {
  Pass p;
  p.workload = "scale/sched_yield";
  p.mode = mode;
  p.block = block;
  p.values["idle_percent"] = 25;
  for (int i = 0; i < tasks; ++i) {
    Copy copy;
    copy.seconds = 1;
    copy.operations = static_cast<uint64_t>(rate / tasks);
    p.copies.push_back(copy);
  }
  return p;
}

lodestone::Run sweep_of_four() {
  lodestone::Run run;
  for (int block = 0; block < 2; ++block)
    for (auto [tasks, rate] : {std::pair{1, 1000.0}, {4, 3200.0}, {6, 3900.0}, {8, 4000.0}}) {
      run.passes.push_back(pass("process", tasks, rate, block));
      run.passes.push_back(pass("thread", tasks, rate * 0.9, block));
    }
  return run;
}

TEST(ScalingReport, ShowsTableFitAndCurve) {
  const std::string text = scaling_report(sweep_of_four(), Style{});
  EXPECT_THAT(text, HasSubstr("scale/sched_yield, operations per second, means of 2 sweeps"));
  EXPECT_THAT(text, HasSubstr("scalability 0.500"));
  EXPECT_THAT(text, HasSubstr("per_thread_ops"));
  EXPECT_THAT(text, HasSubstr("contention"));
  EXPECT_THAT(text, HasSubstr("fit of the processes   p processes   t threads"));
  for (std::string_view line : split(text, '\n')) EXPECT_LE(display_width(line), 100u) << line;
}

TEST(ScalingReport, OneCountHasNoCurveAndOtherSuitesNone) {
  lodestone::Run run;
  run.passes = {pass("process", 2, 100)};
  EXPECT_THAT(scaling_report(run, Style{}), Not(HasSubstr("Universal")));
  run.passes[0].workload = "unixbench/pipe";
  EXPECT_EQ(scaling_report(run, Style{}), "");
}

TEST(ScalingReport, NamesAFailure) {
  lodestone::Run run;
  run.passes = {pass("process", 1, 100), pass("process", 2, 190)};
  run.passes[1].copies[0].error = "the task was killed by signal 9 (Killed)";
  EXPECT_THAT(scaling_report(run, Style{}), HasSubstr("failed"));
}

TEST(Chart, PutsPointsWhereTheyBelong) {
  Chart chart{"x", "", {{'p', "p", {{1, 0}, {2, 50}, {3, 100}}}}, 3};
  EXPECT_EQ(chart_text(chart, Style{.width = 40}),
            "     100 |                   p\n"
            "      50 |          p\n"
            "       0 |p\n"
            "         ++---------+--------+\n"
            "          1         2        3  x\n"
            "          p p\n");
}

TEST(Chart, RoundsUp) {
  EXPECT_DOUBLE_EQ(round_up_nicely(1), 1);
  EXPECT_DOUBLE_EQ(round_up_nicely(1.1), 2);
  EXPECT_DOUBLE_EQ(round_up_nicely(0.026), 0.05);
  EXPECT_DOUBLE_EQ(round_up_nicely(612345), 1e6);
}

}  // namespace
}  // namespace lodestone
