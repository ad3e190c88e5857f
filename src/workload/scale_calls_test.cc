// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the system calls of each scaling workload under ptrace: call by call what the table below
// says, in process and in thread mode. So no loop was optimised away, none does more than it
// should.
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "workload/call_difference.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

using Calls = CallCounts;

struct Expected {
  const char* name;
  long operations;      // what the counts below belong to
  Calls calls;          // of a task
  Calls partners = {};  // of its partner
};

#define ONE(call) {{SYS_##call, 64}}
#define TWO(a, b) {{SYS_##a, 64}, {SYS_##b, 64}}
const Expected table[] = {
    {"brk1", 64, ONE(brk)},
    {"brk2", 64, ONE(brk)},
    {"context_switch1",
     256,
     {{SYS_write, 128}, {SYS_read, 128}},
     {{SYS_write, 128}, {SYS_read, 128}}},
    {"dup1", 64, TWO(dup, close)},
    {"eventfd1", 64, TWO(write, read)},
    {"fallocate1", 256, {{SYS_fallocate, 256}, {SYS_ftruncate, 2}}},
    {"fallocate2", 256, {{SYS_fallocate, 256}, {SYS_ftruncate, 2}}},
    {"futex1", 64, ONE(futex)},
    {"futex2", 64, ONE(futex)},
    {"futex3", 64, ONE(futex)},
    {"futex4", 64, ONE(futex)},
    {"getppid1", 64, ONE(getppid)},
    {"lock1", 64, ONE(fcntl)},
    {"lock2", 64, ONE(fcntl)},
    {"lseek1", 64, ONE(lseek)},
    {"lseek2", 64, ONE(lseek)},
    {"malloc1", 64, TWO(mmap, munmap)},
    {"malloc2", 65536, {}},
    {"mmap1", 64, TWO(mmap, munmap)},
    {"mmap2", 64, TWO(mmap, munmap)},
    {"open1", 64, TWO(openat, close)},
    {"open2", 64, TWO(openat, close)},
    {"open3", 64, TWO(openat, close)},
    {"page_fault1", 32768, {{SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"page_fault2", 32768, {{SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"page_fault3", 32768, {{SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"pipe1", 64, TWO(write, read)},
    {"poll1", 64, ONE(poll)},
    {"poll2", 64, ONE(poll)},
    {"posix_semaphore1", 65536, {}},
    {"pread1", 64, ONE(pread64)},
    {"pread2", 64, ONE(pread64)},
    {"pread3", 64, ONE(pread64)},
    {"pthread_mutex1", 65536, {}},
    {"pthread_mutex2", 65536, {}},
    {"pthread_mutex3", 65536, {}},
    {"pthread_mutex4", 65536, {}},
    {"pthread_mutex5", 65536, {}},
    {"pwrite1", 64, ONE(pwrite64)},
    {"pwrite2", 64, ONE(pwrite64)},
    {"pwrite3", 64, ONE(pwrite64)},
    {"read1", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"read2", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"read3", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"read4", 257, {{SYS_read, 257}, {SYS_lseek, 1}}},
    {"readseek1", 64, TWO(lseek, read)},
    {"readseek2", 64, TWO(lseek, read)},
    {"readseek3", 64, TWO(lseek, read)},
    {"sched_yield", 64, ONE(sched_yield)},
    {"signal1",
     256,
     {{SYS_gettid, 256}, {SYS_getpid, 256}, {SYS_tgkill, 256}, {SYS_rt_sigreturn, 256}}},
    {"tlb_flush1", 64, ONE(madvise)},  // and a map in 32768
    {"tlb_flush2", 256, {{SYS_madvise, 256}, {SYS_mmap, 1}, {SYS_munmap, 1}}},
    {"tlb_flush3", 64, ONE(madvise)},
    {"unix1", 64, TWO(write, read)},
    {"unlink1", 256, {{SYS_openat, 256}, {SYS_close, 256}, {SYS_unlink, 256}}},
    {"unlink2", 256, {{SYS_openat, 256}, {SYS_close, 256}, {SYS_unlink, 256}}},
    {"write1", 256, {{SYS_write, 256}, {SYS_lseek, 1}}},
    {"writeseek1", 64, TWO(lseek, write)},
    {"writeseek2", 64, TWO(lseek, write)},
    {"writeseek3", 64, TWO(lseek, write)},
};
#undef ONE
#undef TWO

void PrintTo(const Expected& expected, std::ostream* out) {
  *out << expected.name;
}

class ScaleCalls : public testing::TestWithParam<Expected> {};

// Every task of one and of two, as process and as thread: exactly the table's calls. What waits for
// a mutex that another holds makes futex calls, as many as the scheduler makes of it.
TEST_P(ScaleCalls, AreThoseOfTheTable) {
  const Expected& expected = GetParam();
  const bool mutex = std::string_view(expected.name).starts_with("pthread_mutex");
  for (bool threads : {false, true})
    for (int tasks : {1, 2}) {
      // Sweeps of 128 MiB take their time, and are the same of threads and of two tasks.
      if ((threads || tasks == 2) && std::string_view(expected.name).starts_with("page_fault"))
        continue;
      CallRequest request;
      request.workload = std::string("scale/") + expected.name;
      request.operations = expected.operations;
      request.tasks = tasks;
      request.threads = threads;
      request.settle = tasks == 1;
      CallDifference found = call_difference(request);
      ASSERT_EQ(found.problem, "");
      if (!found.reason.empty()) GTEST_SKIP() << found.reason;
      for (CallCounts& calls : found.calls.tasks) {
        if (mutex && tasks > 1) calls.erase(SYS_futex);
        EXPECT_EQ(calls, expected.calls)
            << expected.name << (threads ? " thread" : " process") << " of " << tasks;
      }
      if (tasks == 1) {
        EXPECT_EQ(found.calls.others, expected.partners) << expected.name;
      }
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
