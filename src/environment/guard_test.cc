// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/guard.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/fd.h"
#include "environment/setting_journal.h"

namespace lodestone {
namespace {

// A fake /proc and /sys in a temporary folder, and a folder for journals.
class GuardTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/lodestone-guard-XXXXXX";
    root_ = mkdtemp(name);
    journals_ = root_ + "/state";
    put("/proc/sys/kernel/random/boot_id", "boot-one\n");
    put("/proc/sys/kernel/numa_balancing", "1\n");
    put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    for (int cpu = 0; cpu < 3; ++cpu) put(governor(cpu), "powersave\n");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  static std::string governor(int cpu) {
    return "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/scaling_governor";
  }
  void put(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    ASSERT_TRUE(write_file(root_ + path, text));
  }
  std::string get(const std::string& path) { return read_setting(root_ + path).value_or("?"); }
  SettingsGuard open() { return SettingsGuard::open(journals_, root_).value(); }
  size_t journals() {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(journals_))
      count += entry.path().extension() == ".settings";
    return count;
  }
  // Runs `body` in a child that is then killed by `number`.
  template <typename Body>
  void killed(int number, Body body) {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
      body();
      (void)!write(ready[1], "x", 1);
      for (;;) pause();
    }
    char byte;
    ASSERT_EQ(read(ready[0], &byte, 1), 1);
    kill(child, number);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    close(ready[0]);
    close(ready[1]);
  }

  std::string root_, journals_;
};

TEST_F(GuardTest, restores_every_value_at_the_end) {
  {
    auto guard = open();
    ASSERT_TRUE(guard.set({"/proc/sys/kernel/numa_balancing", "0"}));
    ASSERT_TRUE(
        guard.set({"/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor", "performance"}));
    EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "0");
    EXPECT_EQ(get(governor(2)), "performance");
    EXPECT_EQ(guard.changes().size(), 4u);
    EXPECT_EQ(guard.changes()[0].before, "1");
    EXPECT_EQ(journals(), 1u);
  }
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "1");
  for (int cpu = 0; cpu < 3; ++cpu) EXPECT_EQ(get(governor(cpu)), "powersave");
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, first_value_is_the_one_put_back) {
  auto guard = open();
  const std::string path = "/proc/sys/kernel/numa_balancing";
  for (const char* value : {"0", "2", "0", "1", "2"}) ASSERT_TRUE(guard.set({path, value}));
  EXPECT_EQ(get(path), "2");
  ASSERT_TRUE(guard.restore());
  EXPECT_EQ(get(path), "1");
  EXPECT_TRUE(guard.changes().empty());
}

TEST_F(GuardTest, a_value_already_set_is_no_change) {
  auto guard = open();
  ASSERT_TRUE(guard.set({"/sys/kernel/mm/transparent_hugepage/enabled", "madvise"}));
  EXPECT_TRUE(guard.changes().empty());
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, kill_9_is_mended_by_the_next_start) {
  killed(SIGKILL, [&] {
    static auto guard = open();
    (void)guard.set({"/proc/sys/kernel/numa_balancing", "0"});
  });
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "0");
  const auto lines = restore_stale_settings(journals_, root_);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("numa_balancing"), std::string::npos);
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "1");
  EXPECT_EQ(journals(), 0u);
  EXPECT_TRUE(restore_stale_settings(journals_, root_).empty());
}

TEST_F(GuardTest, any_value_that_a_killed_run_wrote_is_put_back) {
  killed(SIGKILL, [&] {
    static auto guard = open();
    for (const char* value : {"0", "2", "0", "3"})
      (void)guard.set({"/proc/sys/kernel/numa_balancing", value});
  });
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "3");
  EXPECT_EQ(restore_stale_settings(journals_, root_).size(), 1u);
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "1");
}

TEST_F(GuardTest, a_change_by_hand_after_a_killed_run_is_left_alone) {
  killed(SIGKILL, [&] {
    static auto guard = open();
    (void)guard.set({"/proc/sys/kernel/numa_balancing", "0"});
  });
  put("/proc/sys/kernel/numa_balancing", "2\n");
  const auto lines = restore_stale_settings(journals_, root_);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("left /proc/sys/kernel/numa_balancing at '2'"), std::string::npos);
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "2");
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, a_change_by_hand_during_a_run_is_left_alone_and_told) {
  auto guard = open();
  ASSERT_TRUE(guard.set({"/proc/sys/kernel/numa_balancing", "0"}));
  put("/proc/sys/kernel/numa_balancing", "2\n");
  const auto restored = guard.restore();
  ASSERT_FALSE(restored);
  EXPECT_NE(restored.error().what.find("at '2'"), std::string::npos);
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "2");
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, others_are_told_of_the_journal_that_a_killed_run_of_root_left) {
  EXPECT_EQ(warning_of_root_journals(journals_), "");
  killed(SIGKILL, [&] {
    static auto guard = open();
    (void)guard.set({"/proc/sys/kernel/numa_balancing", "0"});
  });
  EXPECT_NE(warning_of_root_journals(journals_).find(journals_), std::string::npos);
}

TEST_F(GuardTest, roots_journals_do_not_depend_on_home) {
  if (geteuid() != 0) GTEST_SKIP() << "only root has the place of the system";
  const std::string home = getenv("HOME") ? getenv("HOME") : "";
  setenv("HOME", root_.c_str(), 1);
  const auto folder = settings_folder({});
  setenv("HOME", home.c_str(), 1);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->starts_with("/run/") || folder->starts_with("/var/")) << *folder;
}

TEST_F(GuardTest, a_journal_of_an_earlier_boot_is_dropped) {
  killed(SIGKILL, [&] {
    static auto guard = open();
    (void)guard.set({"/proc/sys/kernel/numa_balancing", "0"});
  });
  put("/proc/sys/kernel/random/boot_id", "boot-two\n");
  EXPECT_TRUE(restore_stale_settings(journals_, root_).empty());
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "0");
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, a_living_guard_is_left_alone_and_holds_its_settings) {
  auto guard = open();
  ASSERT_TRUE(guard.set({"/proc/sys/kernel/numa_balancing", "0"}));
  const pid_t child = fork();
  if (child == 0) {
    const bool nothing = restore_stale_settings(journals_, root_).empty();
    auto second = open();
    const auto refused = second.set({"/proc/sys/kernel/numa_balancing", "2"});
    _exit(nothing && !refused &&
                  refused.error().why.find(std::to_string(getppid())) != std::string::npos
              ? 0
              : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "0");
}

TEST_F(GuardTest, a_signal_that_ends_the_program_restores_first) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT}) {
    killed(number, [&] {
      signal(number, SIG_DFL);
      static auto guard = open();
      (void)guard.set({"/proc/sys/kernel/numa_balancing", "0"});
    });
    EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "1") << number;
    EXPECT_EQ(journals(), 0u);
  }
}

TEST_F(GuardTest, a_signal_leaves_a_change_by_hand_alone) {
  const std::string by_hand = "/proc/sys/kernel/numa_balancing";
  const std::string ours = "/sys/kernel/mm/transparent_hugepage/enabled";
  killed(SIGTERM, [&] {
    signal(SIGTERM, SIG_DFL);
    static auto guard = open();
    (void)guard.set({by_hand, "0"});
    (void)guard.set({ours, "never"});
    put(by_hand, "2\n");
    put(ours, "always madvise [never]\n");  // as the kernel shows what was written
  });
  EXPECT_EQ(get(by_hand), "2");
  EXPECT_EQ(get(ours), "madvise");
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, two_guards_of_one_program_are_both_restored_by_a_signal) {
  killed(SIGTERM, [&] {
    signal(SIGTERM, SIG_DFL);
    static auto quiet = open();
    (void)quiet.set({governor(0), "performance"});
    static auto arms = open();
    for (const char* value : {"0", "2", "0"})
      (void)arms.set({"/proc/sys/kernel/numa_balancing", value});
  });
  EXPECT_EQ(get(governor(0)), "powersave");
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "1");
  EXPECT_EQ(journals(), 0u);
}

TEST_F(GuardTest, a_guard_that_ends_does_not_end_the_plan_of_another) {
  killed(SIGHUP, [&] {
    signal(SIGHUP, SIG_DFL);
    static auto quiet = open();
    (void)quiet.set({governor(0), "performance"});
    auto arms = open();
    (void)arms.set({"/proc/sys/kernel/numa_balancing", "0"});
    (void)arms.restore();
  });
  EXPECT_EQ(get(governor(0)), "powersave");
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "1");
}

TEST_F(GuardTest, a_forked_child_that_dies_restores_nothing) {
  auto guard = open();
  ASSERT_TRUE(guard.set({"/proc/sys/kernel/numa_balancing", "0"}));
  killed(SIGTERM, [] {});
  EXPECT_EQ(get("/proc/sys/kernel/numa_balancing"), "0");
}

TEST_F(GuardTest, a_setting_that_cannot_be_read_or_does_not_exist_is_an_error) {
  auto guard = open();
  EXPECT_FALSE(guard.set({"/proc/sys/kernel/absent", "0"}));
  EXPECT_FALSE(guard.set({"/sys/devices/system/node/node*/absent", "0"}));
  EXPECT_TRUE(guard.changes().empty());
}

TEST(ParseSetting, takes_paths_and_sysctl_names) {
  EXPECT_EQ(parse_setting("kernel.numa_balancing=0")->path, "/proc/sys/kernel/numa_balancing");
  EXPECT_EQ(parse_setting("net.ipv4.conf.eth0/100.rp_filter=1")->path,
            "/proc/sys/net/ipv4/conf/eth0.100/rp_filter");
  EXPECT_EQ(parse_setting("/sys/kernel/mm/ksm/run = 0")->value, "0");
  EXPECT_FALSE(parse_setting("/etc/passwd=x"));
  EXPECT_FALSE(parse_setting("/proc/../etc/passwd=x"));
  EXPECT_FALSE(parse_setting("kernel.numa_balancing"));
}

}  // namespace
}  // namespace lodestone
