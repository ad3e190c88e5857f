// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <map>

#include "environment/busy_cpus.h"
#include "environment/paravirtual.h"
#include "environment/perf_access.h"
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

TEST_F(CheckTest, nothing_to_see_is_unknown) {
  for (const Check* check : checks) {
    const CheckResult result = check->look(tree_.root());
    EXPECT_EQ(result.state, CheckState::unknown) << check->code << ": " << result.found;
    EXPECT_FALSE(result.found.empty()) << check->code;
  }
}

// `unshare -m` and `umount -l /proc` leave an empty folder.
TEST_F(CheckTest, without_proc_or_without_sys) {
  look("virtual-machine");
  std::filesystem::remove_all(tree_.root().path("/proc"));
  std::filesystem::create_directory(tree_.root().path("/proc"));
  std::map<std::string, CheckState> found;
  for (const Check* check : checks)
    found[std::string(check->code).substr(0, 4)] = check->look(tree_.root()).state;
  for (const char* code : {"D005", "D006", "D010", "D013", "D014", "D015", "D016", "D017", "D020",
                           "D021", "D022", "D024"})
    EXPECT_EQ(found[code], CheckState::unknown) << code;
  EXPECT_EQ(found["D018"], CheckState::note);  // DMI still tells

  FixtureTree other;
  other.bundle(std::string(LODESTONE_SOURCE_DIR) + "/tests/fixtures/machines/x86-desktop.tree");
  std::filesystem::remove_all(other.root().path("/sys"));
  for (const Check* check : checks)
    found[std::string(check->code).substr(0, 4)] = check->look(other.root()).state;
  for (const char* code :
       {"D001", "D002", "D003", "D004", "D007", "D008", "D011", "D012", "D023", "D025"})
    EXPECT_EQ(found[code], CheckState::unknown) << code;
}

TEST_F(CheckTest, perf_events_are_judged_by_what_the_kernel_answered) {
  look("virtual-machine");
  const auto judge = [&](int software, int hardware) {
    return judge_perf(tree_.root(), {software, hardware});
  };
  tree_.file("/proc/sys/kernel/perf_event_paranoid", "2\n");
  EXPECT_THAT(judge(0, ENOENT).found, HasSubstr("no hardware counters"));
  EXPECT_THAT(judge(0, ENOENT).advice, HasSubstr("virtual PMU"));
  for (const int problem : {EPERM, ENOSYS}) {
    EXPECT_THAT(judge(problem, problem).found, HasSubstr("seccomp")) << problem;
    EXPECT_THAT(judge(problem, problem).advice, HasSubstr("seccomp=unconfined")) << problem;
  }
  tree_.file("/proc/sys/kernel/perf_event_paranoid", "3\n");
  EXPECT_EQ(judge(EACCES, EACCES).fix, "sysctl kernel.perf_event_paranoid=1");
  tree_.remove("/proc/sys/kernel/perf_event_paranoid");
  EXPECT_EQ(judge(EPERM, EPERM).state, CheckState::unknown);
  EXPECT_EQ(judge(ENOSYS, ENOSYS).found, "this kernel has no perf events");
}

TEST_F(CheckTest, a_limit_of_version_1_is_lifted_by_its_own_file) {
  tree_.file("/proc/self/cgroup", "4:memory:/box\n1:cpu,cpuacct:/box\n")
      .file("/proc/self/mountinfo",
            "31 30 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
            "32 30 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n")
      .file("/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n")
      .file("/sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n")
      .file("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1048576\n");
  for (const Check* check : checks) {
    const CheckResult result = check->look(tree_.root());
    if (std::string(check->code) == "D016 cpu-quota")
      EXPECT_EQ(result.fix, "echo -1 > '/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us'");
    if (std::string(check->code) == "D017 memory-limit")
      EXPECT_EQ(result.fix, "echo -1 > '/sys/fs/cgroup/memory/box/memory.limit_in_bytes'");
  }
}

// A fix is pasted into a shell: it must be a program and its words, never a sentence.
TEST_F(CheckTest, fixes_are_commands) {
  for (const char* machine :
       {"x86-desktop", "big-server", "virtual-machine", "container", "arm64-board"})
    for (const auto& [name, result] : look(machine)) {
      if (result.fix.empty()) continue;
      const std::string first = result.fix.substr(0, result.fix.find(' '));
      EXPECT_THAT(first, testing::AnyOf("echo", "sysctl", "for", "swapoff", "systemctl"))
          << name << ": " << result.fix;
    }
}

TEST_F(CheckTest, the_hypervisor_by_what_is_surest) {
  GuestSigns signs;
  tree_.file("/proc/cpuinfo", "flags\t\t: fpu hypervisor\n")
      .file("/sys/devices/system/clocksource/clocksource0/available_clocksource", "kvm-clock\n");
  EXPECT_EQ(hypervisor_text(tree_.root(), signs), "guest of kvm (a guess by its clock source)");
  signs.hypervisor = true;
  signs.signature = "bhyve bhyve";
  EXPECT_EQ(hypervisor_text(tree_.root(), signs), "guest of bhyve bhyve (cpuid)");
  signs.log = "[    0.000000] Linux version 6.18\n[    0.000000] Hypervisor detected: PVM\n";
  EXPECT_EQ(hypervisor_text(tree_.root(), signs), "guest of PVM (kernel log); cpuid: bhyve bhyve");
  tree_.file("/proc/cpuinfo", "flags\t\t: fpu\n");
  EXPECT_EQ(hypervisor_text(tree_.root(), {}), "no hypervisor");
  EXPECT_EQ(hypervisor_text(FixtureTree().root(), {}), "");
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
    return spinlock_state(tree_.root(), {true, "KVMKVMKVM", KvmFeatures{features, hints}, ""});
  };
  EXPECT_THAT(state(1 << 7, 0), HasSubstr("not known to be built in"));
  tree_.file("/proc/kallsyms", "0 T start_kernel\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks not built");
  tree_.file("/proc/kallsyms", "0 T start_kernel\n0 T __pv_queued_spin_lock_slowpath\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks built in, active");
  tree_.file("/boot/config-6.1", "CONFIG_PARAVIRT=y\nCONFIG_PARAVIRT_SPINLOCKS=y\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks built in, active");
  EXPECT_THAT(state(1 << 7, 1), HasSubstr("not active: the host says that CPUs are not shared"));
  EXPECT_THAT(state(0, 0), HasSubstr("not active: the host does not support them"));
  EXPECT_THAT(spinlock_state(tree_.root(), {}), HasSubstr("is not known"));
  const auto logged = [&](const char* line) {
    return spinlock_state(tree_.root(),
                          {true, "", {}, std::string("[ 0.0] Linux version 6.1\n") + line});
  };
  const std::string built = "paravirtual spinlocks built in, ";
  EXPECT_EQ(logged("[ 0.1] kvm-guest: PV spinlocks enabled\n"), built + "active (kernel log)");
  EXPECT_EQ(logged("[ 0.1] PV qspinlock hash table entries: 256\n"), built + "active (kernel log)");
  EXPECT_EQ(logged("[ 0.1] kvm-guest: PV spinlocks disabled, no host support\n"),
            built + "not active (kernel log: no host support)");
  EXPECT_THAT(logged("[ 0.1] other\n"), HasSubstr("not active: the kernel's log of the boot"));
  tree_.file("/sys/devices/system/cpu/possible", "0\n");
  EXPECT_THAT(state(1 << 7, 0), HasSubstr("not active: one CPU"));
  tree_.file("/proc/cmdline", "quiet nopvspin\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks off (nopvspin)");
  tree_.file("/boot/config-6.1", "CONFIG_PARAVIRT=y\n").file("/proc/cmdline", "quiet\n");
  EXPECT_EQ(state(1 << 7, 0), "paravirtual spinlocks not built");
}

}  // namespace
}  // namespace lodestone
