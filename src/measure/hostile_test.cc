// SPDX-License-Identifier: GPL-2.0-or-later
// Workloads on a system that lacks something: a result or a reason, in time, and nothing left
// behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#include "base/fd.h"
#include "base/text.h"
#include "measure/harness_testing.h"

namespace lodestone {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

// Mounts of one's own; false where that is not allowed.
bool own_mounts() {
  return unshare(CLONE_NEWNS) == 0 &&
         mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

std::string run_in(const char* id, const std::string& directory,
                   std::map<std::string, std::string> parameters = {}) {
  PassRequest request = short_pass(id, 1, false);
  request.directory = directory;
  request.parameters = std::move(parameters);
  return outcome(execute_pass(request));
}

TEST(Hostile, AFullFilesystemIsAReason) {
  const std::string full = testing::TempDir() + "/full";
  fs::create_directory(full);
  const std::string text = in_child([&] {
    if (!own_mounts() || mount("none", full.c_str(), "tmpfs", 0, "size=64k") != 0)
      return std::string("no mounts");
    std::string all;
    const std::map<std::string, std::string> big = {{"size", "8m"}};
    for (const char* id : {"bw/file_rd", "bw/mmap_rd", "lat/mmap"})
      all += run_in(id, full, big) + "\n";
    for (const char* id : {"scale/read1", "scale/write1", "unixbench/fsdisk", "unixbench/grep"})
      all += run_in(id, full) + "\n";
    return all + (fs::is_empty(full) ? "nothing left" : "files are left");
  });
  fs::remove_all(full);
  if (text == "no mounts") GTEST_SKIP() << text;
  const auto lines = split(text, '\n');
  ASSERT_EQ(lines.size(), 8u) << text;
  for (size_t i = 0; i < 7; ++i)
    EXPECT_THAT(std::string(lines[i]), AllOf(HasSubstr("failed"), HasSubstr("o space left"))) << i;
  EXPECT_EQ(lines[7], "nothing left");
}

TEST(Hostile, WithoutDevShmOrWithAFullOne) {
  for (bool missing : {true, false}) {
    const std::string text = in_child([&] {
      if (!own_mounts()) return std::string("no mounts");
      if (missing) {
        if (mount("none", "/dev", "tmpfs", 0, "") != 0 ||
            mknod("/dev/null", S_IFCHR | 0666, makedev(1, 3)) != 0 ||
            mknod("/dev/zero", S_IFCHR | 0666, makedev(1, 5)) != 0)
          return std::string("no mounts");
      } else if (mount("none", "/dev/shm", "tmpfs", 0, "size=4k") != 0) {
        return std::string("no mounts");
      }
      return run_in("scale/fallocate1", "/tmp") + "\n" + run_in("scale/posix_semaphore1", "/tmp");
    });
    if (text == "no mounts") GTEST_SKIP() << text;
    // A memfd stands in where the folder is missing; no space is no space.
    if (missing) {
      EXPECT_EQ(text.substr(0, 4), "done") << text;
    } else {
      EXPECT_THAT(text, HasSubstr("o space left"));
    }
    EXPECT_THAT(text, HasSubstr("\ndone"));
  }
}

TEST(Hostile, WithoutALoopbackInterface) {
  const std::string text = in_child([&] {
    if (unshare(CLONE_NEWNET) != 0) return std::string("no namespace");
    std::string all;
    for (const char* id : {"lat/tcp", "lat/udp", "lat/connect", "bw/tcp"})
      all += run_in(id, "/tmp") + "\n";
    return all;
  });
  if (text == "no namespace") GTEST_SKIP() << text;
  for (std::string_view line : split(text, '\n'))
    if (!line.empty()) {
      EXPECT_THAT(std::string(line), AnyOf(HasSubstr("F020 skipped"), HasSubstr("failed"))) << text;
    }
}

TEST(Hostile, CallsThatAFilterForbids) {
  const std::pair<const char*, long> forbidden[] = {
      {"lat/sem", SYS_semget},
      {"lat/unix", SYS_socketpair},
      {"lat/tcp", SYS_socket},
      {"perf/epoll_wait", SYS_epoll_create1},
      {"perf/futex_wake", SYS_sched_yield},
      {"scale/fallocate2", SYS_fallocate},
      {"scale/pwrite1", SYS_pwrite64},
      {"scale/tlb_flush2", SYS_madvise},
  };
  for (auto [id, call] : forbidden) {
    const std::string text = in_child([&, id = id, call = call] {
      if (!forbid(static_cast<unsigned>(call), SECCOMP_RET_ERRNO | EPERM))
        return std::string("no seccomp");
      return run_in(id, "/tmp");
    });
    if (text == "no seccomp") GTEST_SKIP() << text;
    // futex_wake only gives its CPU away while it waits: it does without.
    EXPECT_THAT(text, call == SYS_sched_yield ? testing::Matcher<std::string>(HasSubstr("done"))
                                              : HasSubstr("F020 skipped"))
        << id;
  }
  // Advice that a kernel without huge pages does not know is not needed.
  const std::string text = in_child([&] {
    if (!forbid(SYS_madvise, SECCOMP_RET_ERRNO | EINVAL)) return std::string("no seccomp");
    return run_in("mmap/touch", "/tmp", {{"pages", "16"}});
  });
  EXPECT_EQ(text.substr(0, 4), "done") << text;
}

TEST(Hostile, FewDescriptorsAreAReason) {
  for (auto [id, name] :
       {std::pair{"lat/ctx", "processes"}, std::pair{"lat/select", "fds"},
        std::pair{"perf/epoll_wait", "fds"}, std::pair{"perf/epoll_ctl", "fds"}}) {
    const std::string text = in_child([&, id = id, name = name] {
      rlimit limit{40, 40};
      setrlimit(RLIMIT_NOFILE, &limit);
      return run_in(id, "/tmp", {{name, "64"}});
    });
    EXPECT_THAT(text, AllOf(HasSubstr("F020 skipped"), HasSubstr("Too many open files"))) << id;
  }
}

TEST(Hostile, FourThousandTasks) {
  const std::string text = in_child([&] {
    PassRequest request = short_pass("scale/getppid1", 4096, true);
    const auto pass = execute_pass(request);
    return std::to_string(pass ? pass->copies.size() : 0) + " " + outcome(pass).substr(0, 4);
  });
  EXPECT_THAT(text, AnyOf("4096 done", "4096 fail"));  // a limit of threads is a reason
}

// The tool is killed while workloads of many kinds run: no process and no semaphore outlives it.
TEST(Hostile, NothingOutlivesAKilledTool) {
  const size_t sets = semaphore_sets();
  for (const char* id :
       {"lat/sem", "lat/ctx", "lat/fcntl", "lat/tcp", "perf/sched_messaging", "perf/futex_wake",
        "scale/context_switch1", "unixbench/spawn", "unixbench/context1", "lock/mcs"}) {
    const std::string folder = testing::TempDir() + "/killed";
    fs::create_directory(folder);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t tool = fork();
    if (tool == 0) {
      PassRequest request = short_pass(id, 2, false);
      request.directory = folder;
      request.seconds = 60;
      request.attach = [&](int) -> Result<void> {
        (void)!write(ends[1], "r", 1);
        return {};
      };
      (void)execute_pass(request);
      _exit(0);
    }
    close(ends[1]);
    char ready;
    EXPECT_EQ(read(ends[0], &ready, 1), 1) << id;
    close(ends[0]);
    kill(tool, SIGKILL);
    waitpid(tool, nullptr, 0);
    const std::string suite = std::string(id).substr(0, std::string(id).find('/'));
    for (int i = 0; i < 1000 && running(id) + (suite == "unixbench" ? running(suite) : 0) > 0; ++i)
      usleep(10000);
    EXPECT_EQ(running(id), 0) << id;
    fs::remove_all(folder);
  }
  for (int i = 0; i < 300 && semaphore_sets() > sets; ++i) usleep(10000);
  EXPECT_LE(semaphore_sets(), sets);
}

}  // namespace
}  // namespace lodestone
