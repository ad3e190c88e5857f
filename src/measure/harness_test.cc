// SPDX-License-Identifier: GPL-2.0-or-later
// The harness under bad circumstances: forbidden calls, few descriptors, tasks killed from outside,
// the tool itself killed, crowds of tasks; and that nothing is left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "measure/harness_testing.h"
#include "measure/work_folder.h"

namespace lodestone {
namespace {

using testing::HasSubstr;

TEST(Harness, ACallThatAFilterRefusesIsSkippedWithTheReason) {
  for (bool threads : {false, true}) {
    const std::string refused = in_child([&] {
      if (!forbid(SYS_eventfd2, SECCOMP_RET_ERRNO | EPERM)) return std::string("no seccomp");
      return outcome(execute_pass(short_pass("scale/eventfd1", 2, threads)));
    });
    EXPECT_THAT(refused, HasSubstr("F020 skipped")) << threads;
    EXPECT_THAT(refused, HasSubstr("Operation not permitted"));
    const std::string killed = in_child([&] {
      if (!forbid(SYS_sched_yield, SECCOMP_RET_KILL_PROCESS)) return std::string("no seccomp");
      return outcome(execute_pass(short_pass("scale/sched_yield", 2, threads)));
    });
    EXPECT_THAT(killed, HasSubstr("F020 skipped")) << threads;
    EXPECT_THAT(killed, HasSubstr("Bad system call"));
  }
}

TEST(Harness, ALowDescriptorLimitIsAReason) {
  const std::string text = in_child([&] {
    rlimit limit{100, 100};
    setrlimit(RLIMIT_NOFILE, &limit);
    return outcome(execute_pass(short_pass("scale/poll2", 1, false)));
  });
  EXPECT_THAT(text, HasSubstr("F020 skipped"));
  EXPECT_THAT(text, HasSubstr("the hard limit is 100"));
  // A low soft limit alone is raised.
  const std::string raised = in_child([&] {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 100;
    setrlimit(RLIMIT_NOFILE, &limit);
    return outcome(execute_pass(short_pass("scale/poll2", 1, false)));
  });
  EXPECT_THAT(raised, HasSubstr("done"));
}

TEST(Harness, ATaskKilledFromOutsideEndsThePassAtOnce) {
  PassRequest request = short_pass("scale/pthread_mutex1", 3, false);
  request.seconds = 30;
  request.window_seconds = 0.1;
  const auto start = std::chrono::steady_clock::now();
  request.attach = [](int runner) -> Result<void> {
    std::ifstream children("/proc/" + std::to_string(runner) + "/task/" + std::to_string(runner) +
                           "/children");
    int first = 0;
    children >> first;
    EXPECT_GT(first, 0);
    kill(first, SIGKILL);
    return {};
  };
  const auto pass = execute_pass(request);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
  EXPECT_THAT(outcome(pass), HasSubstr("the task was killed by signal 9"));
  EXPECT_THAT(outcome(pass), HasSubstr("stopped, because another task failed"));
  EXPECT_EQ(running("scale/pthread_mutex1"), 0);
}

TEST(Harness, NothingIsLeftBehind) {
  const std::string parent = testing::TempDir() + "/left-behind";
  fs::create_directory(parent);
  const auto memory_before = names_in("/dev/shm");
  for (const char* id :
       {"scale/open1", "scale/unlink2", "scale/fallocate1", "scale/lock2", "scale/context_switch1"})
    for (const char* like : {"", "will-it-scale"}) {
      PassRequest request = short_pass(id, 2, false);
      request.directory = parent;
      if (*like) request.parameters["like"] = like;
      EXPECT_THAT(outcome(execute_pass(request)), HasSubstr("done")) << id;
    }
  EXPECT_THAT(names_in(parent), testing::IsEmpty());
  EXPECT_EQ(names_in("/dev/shm"), memory_before);
  EXPECT_EQ(running("scale/context_switch1"), 0);
  fs::remove_all(parent);
}

TEST(Harness, TasksDieWithAToolThatIsKilledAndItsFolderGoesWithTheNext) {
  const std::string parent = testing::TempDir() + "/killed-tool";
  fs::create_directory(parent);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t tool = fork();
  if (tool == 0) {
    PassRequest request = short_pass("scale/open2", 2, false);
    request.directory = parent;
    request.seconds = 60;
    request.attach = [&](int) -> Result<void> {
      (void)!write(ends[1], "r", 1);
      return {};
    };
    (void)execute_pass(request);
    _exit(0);
  }
  char ready;
  ASSERT_EQ(read(ends[0], &ready, 1), 1);
  EXPECT_GT(running("scale/open2"), 0);
  kill(tool, SIGKILL);
  waitpid(tool, nullptr, 0);
  for (int i = 0; i < 500 && running("scale/open2") > 0; ++i) usleep(10000);
  EXPECT_EQ(running("scale/open2"), 0);
  ASSERT_FALSE(fs::is_empty(parent));
  // The next start takes away what is old enough to be nobody's, and leaves what is locked.
  for (const auto& entry : fs::directory_iterator(parent)) {
    const utimbuf old{1, 1};
    utime(entry.path().c_str(), &old);
  }
  {
    auto mine = WorkFolder::make(parent);
    ASSERT_TRUE(mine);
    EXPECT_EQ(std::distance(fs::directory_iterator(parent), fs::directory_iterator()), 1);
    const utimbuf old{1, 1};
    utime(mine->path().c_str(), &old);
    auto other = WorkFolder::make(parent);
    ASSERT_TRUE(other);
    EXPECT_TRUE(fs::exists(mine->path()));
  }
  EXPECT_TRUE(fs::is_empty(parent));
  fs::remove_all(parent);
  close(ends[0]);
  close(ends[1]);
}

TEST(Harness, ManyMoreTasksThanCpus) {
  PassRequest request = short_pass("scale/getppid1", 300, true);
  request.seconds = 0.2;
  const auto pass = execute_pass(request);
  ASSERT_THAT(outcome(pass), HasSubstr("done"));
  EXPECT_EQ(pass->copies.size(), 300u);
}

TEST(Harness, SetsOfCpusAndFixedAddresses) {
  PassRequest request = short_pass("scale/getppid1", 2, false);
  request.cpu_sets = {{0}};
  request.fixed_addresses = true;
  const auto pass = execute_pass(request);
  ASSERT_THAT(outcome(pass), HasSubstr("done"));
  for (const Copy& copy : pass->copies)
    for (const Window& window : copy.windows) EXPECT_EQ(window.cpu, 0);
}

}  // namespace
}  // namespace lodestone
