// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the system calls of each scaling workload under ptrace: what many operations add to few
// is, call by call, what the table below says, in process and in thread mode. So no loop was
// optimised away, none does more than it should.
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "workload/call_trace.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

using Calls = CallCounts;

struct Expected {
  const char* name;
  long operations;  // what the counts below belong to
  Calls calls;
};

#define ONE(call) {{SYS_##call, 256}}
#define TWO(a, b) {{SYS_##a, 256}, {SYS_##b, 256}}
const Expected table[] = {
    {"brk1", 256, ONE(brk)},
    {"brk2", 256, ONE(brk)},
    {"context_switch1", 256, TWO(write, read)},  // the task's and the partner's halves
    {"dup1", 256, TWO(dup, close)},
    {"eventfd1", 256, TWO(write, read)},
    {"fallocate1", 256, {{SYS_fallocate, 256}, {SYS_ftruncate, 2}}},
    {"fallocate2", 256, {{SYS_fallocate, 256}, {SYS_ftruncate, 2}}},
    {"futex1", 256, ONE(futex)},
    {"futex2", 256, ONE(futex)},
    {"futex3", 256, ONE(futex)},
    {"futex4", 256, ONE(futex)},
    {"getppid1", 256, ONE(getppid)},
    {"lock1", 256, ONE(fcntl)},
    {"lock2", 256, ONE(fcntl)},
    {"lseek1", 256, ONE(lseek)},
    {"lseek2", 256, ONE(lseek)},
    {"malloc1", 256, TWO(mmap, munmap)},
    {"malloc2", 65536, {}},
    {"mmap1", 256, TWO(mmap, munmap)},
    {"mmap2", 256, TWO(mmap, munmap)},
    {"open1", 256, TWO(openat, close)},
    {"open2", 256, TWO(openat, close)},
    {"open3", 256, TWO(openat, close)},
    {"page_fault1", 32768, {{SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"page_fault2", 32768, {{SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"page_fault3", 32768, {{SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"pipe1", 256, TWO(write, read)},
    {"poll1", 256, ONE(poll)},
    {"poll2", 256, ONE(poll)},
    {"posix_semaphore1", 65536, {}},
    {"pread1", 256, ONE(pread64)},
    {"pread2", 256, ONE(pread64)},
    {"pread3", 256, ONE(pread64)},
    {"pthread_mutex1", 65536, {}},
    {"pthread_mutex2", 65536, {}},
    {"pthread_mutex3", 65536, {}},
    {"pthread_mutex4", 65536, {}},
    {"pthread_mutex5", 65536, {}},
    {"pwrite1", 256, ONE(pwrite64)},
    {"pwrite2", 256, ONE(pwrite64)},
    {"pwrite3", 256, ONE(pwrite64)},
    {"read1", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"read2", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"read3", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"read4", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"readseek1", 256, TWO(lseek, read)},
    {"readseek2", 256, TWO(lseek, read)},
    {"readseek3", 256, TWO(lseek, read)},
    {"sched_yield", 256, ONE(sched_yield)},
    {"signal1",
     256,
     {{SYS_gettid, 256}, {SYS_getpid, 256}, {SYS_tgkill, 256}, {SYS_rt_sigreturn, 256}}},
    {"tlb_flush1", 256, ONE(madvise)},  // and a map in 32768
    {"tlb_flush2", 256, {{SYS_madvise, 256}, {SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"tlb_flush3", 256, ONE(madvise)},
    {"unix1", 256, TWO(write, read)},
    {"unlink1", 256, {{SYS_openat, 256}, {SYS_close, 256}, {SYS_unlink, 256}}},
    {"unlink2", 256, {{SYS_openat, 256}, {SYS_close, 256}, {SYS_unlink, 256}}},
    {"write1", 256, {{SYS_write, 256}, {SYS_lseek, 1}}},
    {"writeseek1", 256, TWO(lseek, write)},
    {"writeseek2", 256, TWO(lseek, write)},
    {"writeseek3", 256, TWO(lseek, write)},
};
#undef ONE
#undef TWO

void PrintTo(const Expected& expected, std::ostream* out) {
  *out << expected.name;
}

class ScaleCalls : public testing::TestWithParam<Expected> {};

TEST_P(ScaleCalls, AreThoseOfTheTable) {
  const Expected& expected = GetParam();
  for (const char* mode : {"process", "thread"}) {
    Calls counted[2];
    std::string output;
    for (int factor : {1, 2}) {
      char folder[] = "/tmp/lodestone-calls-XXXXXX";
      ASSERT_NE(mkdtemp(folder), nullptr);
      std::vector<std::string> words = {
          std::string(LODESTONE_BINARY_DIR "/libexec/lodestone/scale/") + expected.name,
          "--directory",
          folder,
          "--windows",
          "2",
          "--operations",
          std::to_string(expected.operations * factor)};
      if (mode == std::string("thread")) words.push_back("--threads");
      auto calls = trace_calls(words, &output);
      EXPECT_TRUE(std::filesystem::is_empty(folder)) << "left files behind";
      std::filesystem::remove_all(folder);
      if (output.find("\nskip ") != std::string::npos) GTEST_SKIP() << output;
      if (!calls) GTEST_SKIP() << "cannot trace here: " << output;
      ASSERT_EQ(output.find("\nerror "), std::string::npos) << output;
      counted[factor - 1] = *calls;
    }
    // Two windows, each with twice the operations.
    Calls added;
    for (auto [call, times] : counted[1])
      if (long more = times - counted[0][call]; more != 0) added[call] = more;
    Calls wanted;
    for (auto [call, times] : expected.calls) wanted[call] = 2 * times;
    // What the harness and the C library do besides depends on timing: waits at the gates, looks at
    // children, a stack unmapped at a thread's end, random numbers of the allocator and of mkstemp
    // (which draws again where a draw would be unfair).
    const std::pair<long, long> loose[] = {
        {SYS_futex, 64}, {SYS_waitid, 1000}, {SYS_munmap, 1}, {SYS_getrandom, 64}};
    for (auto [call, slack] : loose) {
      EXPECT_LE(std::abs(added[call] - wanted[call]), slack) << expected.name << " as " << mode;
      added.erase(call);
      wanted.erase(call);
    }
    EXPECT_EQ(added, wanted) << expected.name << " as " << mode;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScaleCalls, testing::ValuesIn(table),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ScaleTable, HasEveryWorkloadOfTheSuite) {
  std::map<std::string, int> seen;
  for (const Expected& row : table) ++seen[std::string("scale/") + row.name];
  size_t suite = 0;
  for (const lodestone_workload* workload : workload_table) {
    if (!std::string_view(workload->name).starts_with("scale/")) continue;
    ++suite;
    EXPECT_EQ(seen[workload->name], 1) << workload->name;
    EXPECT_EQ(std::string(workload->counterpart),
              "will-it-scale " + std::string(workload->name).substr(6));
    EXPECT_TRUE(*workload->operation && *workload->meaning && *workload->exercises)
        << workload->name;
    EXPECT_EQ(workload->flags & (LODESTONE_PROCESSES | LODESTONE_THREADS),
              LODESTONE_PROCESSES | LODESTONE_THREADS);
  }
  EXPECT_EQ(suite, 60u);
}

}  // namespace
}  // namespace lodestone
