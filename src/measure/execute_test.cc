// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/execute.h"
#include "sys/cpus.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace lodestone {
namespace {

class Execute : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("LODESTONE_LIBEXEC", LODESTONE_BINARY_DIR "/libexec/lodestone", 1);
  }
  PassRequest request(const char* id) {
    PassRequest request;
    request.workload = find_workload(id);
    return request;
  }
};

TEST_F(Execute, WindowsModeCountsEveryOperation) {
  PassRequest wanted = request("scale/getppid1");
  wanted.copies = 2;
  wanted.windows = 10;
  wanted.operations = 500;
  auto pass = execute_pass(wanted);
  ASSERT_TRUE(pass) << describe(pass.error());
  ASSERT_FALSE(pass->failed()) << pass->copies[0].error;
  ASSERT_EQ(pass->copies.size(), 2u);
  for (const Copy& copy : pass->copies) {
    EXPECT_EQ(copy.operations, 5000u);
    ASSERT_EQ(copy.windows.size(), 10u);
    EXPECT_EQ(copy.windows[3].operations, 500u);
    EXPECT_GT(copy.windows[3].ticks_ns, 0);
  }
}

TEST_F(Execute, TimeModeLastsAsLongAsAsked) {
  PassRequest wanted = request("unixbench/pipe");
  wanted.seconds = 0.2;
  wanted.window_seconds = 0.002;
  wanted.windows = 16;  // fewer than 100: neighbours are joined and the sum still covers the pass
  auto pass = execute_pass(wanted);
  ASSERT_TRUE(pass) << describe(pass.error());
  ASSERT_FALSE(pass->failed()) << pass->copies[0].error;
  const Copy& copy = pass->copies[0];
  EXPECT_GE(copy.seconds, 0.2);
  uint64_t operations = 0;
  int64_t ticks = 0;
  for (const Window& window : copy.windows)
    operations += window.operations, ticks += window.ticks_ns;
  EXPECT_EQ(operations, copy.operations);
  EXPECT_NEAR(static_cast<double>(ticks) * 1e-9, copy.seconds, 1e-6);
}

TEST_F(Execute, ThreadsAndAttach) {
  PassRequest wanted = request("scale/getppid1");
  wanted.threads = true;
  wanted.copies = 2;
  wanted.windows = 4;
  int pid = 0;
  wanted.attach = [&](int runner) -> Result<void> {
    pid = runner;
    return {};
  };
  auto pass = execute_pass(wanted);
  ASSERT_TRUE(pass) << describe(pass.error());
  EXPECT_FALSE(pass->failed());
  EXPECT_GT(pid, 0);
  EXPECT_EQ(pass->copies[0].pid, pid);
}

TEST_F(Execute, ACpuThatIsNotThereIsAReason) {
  PassRequest wanted = request("scale/getppid1");
  wanted.cpus = {4000};
  auto pass = execute_pass(wanted);
  ASSERT_TRUE(pass);
  EXPECT_TRUE(pass->failed());
  EXPECT_NE(pass->copies[0].error.find("CPU 4000"), std::string::npos);
}

// And is free to leave it, so that a busy machine may move some away before the first window ends.
TEST_F(Execute, AProcessBeginsOnTheCpuThatIsAskedFor) {
  const auto cpus = usable_cpus(Root()).allowed;
  if (cpus.size() < 2) GTEST_SKIP() << "one CPU is allowed";
  int there = 0;
  constexpr int processes = 20;
  for (int i = 0; i < processes; ++i) {
    PassRequest wanted = request("scale/getppid1");
    wanted.windows = 4;
    wanted.begin_on = i % 2 ? cpus.front() : cpus.back();
    const auto pass = execute_pass(wanted);
    ASSERT_TRUE(pass) << describe(pass.error());
    ASSERT_FALSE(pass->failed());
    there += pass->copies[0].windows.front().cpu == *wanted.begin_on;
  }
  // Left to the scheduler, half of them would be: 16 of 20 once in 170 times.
  EXPECT_GE(there, 16);
}

TEST_F(Execute, Calibrates) {
  auto operations = calibrate_operations(request("scale/getppid1"));
  ASSERT_TRUE(operations) << describe(operations.error());
  EXPECT_GT(*operations, 10u);
}

}  // namespace
}  // namespace lodestone
