// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "environment/busy_cpus.h"
#include "environment/paravirtual.h"
#include "environment/quiet.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

class CheckTest : public testing::Test {
 protected:
  std::map<std::string, CheckResult> look(const std::string& machine) {
    tree_.bundle(std::string(LODESTONE_SOURCE_DIR) + "/tests/fixtures/machines/" + machine +
                 ".tree");
    std::map<std::string, CheckResult> results;
    for (const Check* check : checks)
      results[std::string(check->code).substr(5)] = check->look(tree_.root());
    return results;
  }
  FixtureTree tree_;
};

TEST_F(CheckTest, codes_are_unique_and_say_why) {
  std::map<std::string, int> codes;
  for (const Check* check : checks) {
    ++codes[std::string(check->code).substr(0, 4)];
    EXPECT_GT(std::string(check->why).size(), 20u) << check->code;
  }
  EXPECT_EQ(codes.size(), checks.size());
}

TEST_F(CheckTest, desktop) {
  auto found = look("x86-desktop");
  EXPECT_EQ(found["governor"].state, CheckState::warning);
  EXPECT_EQ(found["governor"].found, "powersave on 8 CPUs");
  EXPECT_EQ(found["turbo"].state, CheckState::warning);
  EXPECT_EQ(found["smt"].state, CheckState::note);
  EXPECT_THAT(found["idle-states"].found, HasSubstr("C6, 85 us"));
  EXPECT_EQ(found["clock-source"].state, CheckState::good);
  EXPECT_EQ(found["steal"].state, CheckState::good);
  EXPECT_EQ(found["load"].state, CheckState::good);
  EXPECT_EQ(found["virtualisation"].found, "no hypervisor");
  EXPECT_THAT(found["mitigations"].found, HasSubstr("meltdown"));
  EXPECT_EQ(found["taint"].state, CheckState::good);
  EXPECT_EQ(found["cpu-quota"].state, CheckState::good);
  EXPECT_THAT(found["perf"].found, HasSubstr("hardware counters; perf_event_paranoid 2"));
}

TEST_F(CheckTest, big_server) {
  auto found = look("big-server");
  EXPECT_THAT(found["governor"].found, HasSubstr("schedutil"));
  EXPECT_EQ(found["clock-source"].state, CheckState::warning);
  EXPECT_EQ(found["same-page-merging"].state, CheckState::warning);
  EXPECT_EQ(found["huge-pages"].state, CheckState::note);
  EXPECT_EQ(found["numa-balancing"].state, CheckState::note);
  EXPECT_EQ(found["swap"].found, "100 MiB in use");
  EXPECT_EQ(found["taint"].found, "tainted: O");
  EXPECT_EQ(found["load"].state, CheckState::warning);
  EXPECT_EQ(found["isolated-cpus"].found, "2-95");
  EXPECT_THAT(found["mitigations"].found, HasSubstr("command line"));
}

TEST_F(CheckTest, virtual_machine_and_its_locks) {
  auto found = look("virtual-machine");
  EXPECT_EQ(found["steal"].state, CheckState::warning);
  EXPECT_THAT(found["virtualisation"].found, HasSubstr("guest of"));
  EXPECT_THAT(found["virtualisation"].found, HasSubstr("nopvspin"));
  EXPECT_EQ(found["governor"].state, CheckState::absent);
  EXPECT_THAT(found["perf"].found, HasSubstr("no hardware counters"));
  tree_.file("/proc/cmdline", "root=/dev/vda1\n");
  tree_.file(
      "/boot/config-6.12.12-amd64",
      "CONFIG_PARAVIRT=y\nCONFIG_PARAVIRT_SPINLOCKS=y\nCONFIG_KASAN=y\nCONFIG_PROVE_LOCKING=y\n");
  for (const Check* check : checks) {
    const CheckResult result = check->look(tree_.root());
    if (std::string(check->code) == "D018 virtualisation")
      EXPECT_THAT(result.found, HasSubstr("spinlocks built in"));
    if (std::string(check->code) == "D019 debug-kernel")
      EXPECT_EQ(result.found, "KASAN, PROVE_LOCKING");
  }
}

TEST_F(CheckTest, container) {
  auto found = look("container");
  EXPECT_EQ(found["cpu-quota"].found, "1.50 CPUs");
  EXPECT_EQ(found["memory-limit"].found, "512 MiB");
  EXPECT_EQ(found["wrapped"].found, "traced by process 77, seccomp filter");
  EXPECT_EQ(found["filesystem"].state, CheckState::warning);
  EXPECT_THAT(found["virtualisation"].found, HasSubstr("container"));
}

TEST_F(CheckTest, arm_board) {
  auto found = look("arm64-board");
  EXPECT_THAT(found["governor"].found, HasSubstr("ondemand on 4 CPUs"));
  EXPECT_EQ(found["clock-source"].state, CheckState::good);
  EXPECT_EQ(found["microcode"].state, CheckState::absent);
  EXPECT_EQ(found["smt"].state, CheckState::absent);
}

TEST_F(CheckTest, nothing_to_see_is_absent_or_good_and_never_a_warning) {
  for (const Check* check : checks)
    EXPECT_NE(check->look(tree_.root()).state, CheckState::warning) << check->code;
}

TEST_F(CheckTest, a_quiet_machine_is_put_back) {
  look("x86-desktop");
  const std::string governor =
      tree_.root().path("/sys/devices/system/cpu/cpu5/cpufreq/scaling_governor");
  const std::string turbo = tree_.root().path("/sys/devices/system/cpu/intel_pstate/no_turbo");
  {
    std::vector<Finding> findings;
    auto guard = quiet_machine(tree_.root(), findings, tree_.root().path("/state"));
    ASSERT_TRUE(guard);
    EXPECT_EQ(read_setting(governor).value(), "performance");
    EXPECT_EQ(read_setting(turbo).value(), "1");
    EXPECT_EQ(guard->changes().size(), 9u);
  }
  EXPECT_EQ(read_setting(governor).value(), "powersave");
  EXPECT_EQ(read_setting(turbo).value(), "0");
}

TEST(BusyCpus, between_two_readings) {
  const char* before = "cpu  9 9 9 9 9 9 9 9\ncpu0 0 0 0 100 0 0 0 0 0 0\ncpu1 0 0 0 100 0 0 0 0\n";
  const char* after = "cpu  9 9 9 9 9 9 9 9\ncpu0 5 0 0 115 0 0 0 0 5 0\ncpu1 0 0 1 118 1 0 0 0\n";
  EXPECT_EQ(busy_cpus(before, after, 0.1), std::vector{0});
  EXPECT_TRUE(busy_cpus(before, before, 0.1).empty());
  EXPECT_TRUE(busy_cpus("", after, 0.1).empty());
  EXPECT_EQ(with_siblings({0, 1}, {{0, 0, 0, 0, {0, 2}}, {1, 0, 1, 0, {1}}}), std::vector{0});
}

TEST_F(CheckTest, paravirtual_spinlocks_by_the_rules_of_the_kernel) {
  tree_.file("/proc/sys/kernel/osrelease", "6.1\n")
      .file("/sys/devices/system/cpu/possible", "0-3\n");
  const auto state = [&](uint32_t features, uint32_t hints) {
    return spinlock_state(tree_.root(), KvmFeatures{features, hints});
  };
  EXPECT_THAT(state(1 << 7, 0), HasSubstr("if they are built in, active"));
  tree_.file("/boot/config-6.1", "CONFIG_PARAVIRT=y\nCONFIG_PARAVIRT_SPINLOCKS=y\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks built in, active");
  EXPECT_THAT(state(1 << 7, 1), HasSubstr("not active: the host says that CPUs are not shared"));
  EXPECT_THAT(state(0, 0), HasSubstr("not active: the host does not support them"));
  EXPECT_THAT(spinlock_state(tree_.root(), std::nullopt), HasSubstr("if the hypervisor offers"));
  tree_.file("/sys/devices/system/cpu/possible", "0\n");
  EXPECT_THAT(state(1 << 7, 0), HasSubstr("not active: one CPU"));
  tree_.file("/proc/cmdline", "quiet nopvspin\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks off (nopvspin)");
  tree_.file("/boot/config-6.1", "CONFIG_PARAVIRT=y\n").file("/proc/cmdline", "quiet\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks not built");
}

}  // namespace
}  // namespace lodestone
