// SPDX-License-Identifier: GPL-2.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/explanation.h"

namespace lodestone::explain {
namespace {

Side run_of(const std::string& version, const std::string& command_line) {
  Side side;
  side.kind = "run";
  side.context.set("kernel", "6.1.0-57-amd64");
  side.context.set("kernel_version", version);
  side.context.set("command_line", command_line);
  return side;
}

Explanation explain_runs(Side base, Side next) {
  auto analysis = analyse(std::move(base), std::move(next), {});
  EXPECT_TRUE(analysis);
  return explain(*analysis);
}

TEST(SameKernel, OneKernelAndOneSettingLeaveNoise) {
  const Explanation e = explain_runs(run_of("#1 SMP", "quiet"), run_of("#1 SMP", "quiet"));
  EXPECT_EQ(e.verdict.verdict, VerdictClass::nothing);
  EXPECT_EQ(e.strength, Strength::moderate);
}

TEST(SameKernel, AnotherBuildOrCommandLineIsNotTheSame) {
  EXPECT_EQ(explain_runs(run_of("#1 SMP", ""), run_of("#2 SMP", "")).verdict.verdict,
            VerdictClass::undecidable);
  EXPECT_EQ(explain_runs(run_of("#1 SMP", ""), run_of("#1 SMP", "mitigations=off")).verdict.verdict,
            VerdictClass::environment);
}

}  // namespace
}  // namespace lodestone::explain
