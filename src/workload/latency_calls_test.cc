// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the system calls of the latency, bandwidth, perf, mapping and lock workloads under ptrace:
// what many operations add to few is, call by call, what the table says. So no loop was optimised
// away, and none does more than it should.
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "workload/call_difference.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

struct Expected {
  const char* name;
  std::vector<std::string> parameters;
  long operations;
  CallCounts task;           // exactly these calls of the task, no others
  CallCounts partners = {};  // and these of its partners and children
  // Calls whose number depends on who comes first (waits for a round, reads of what has arrived so
  // far): of the task and of partners at least so many. 0: any number.
  CallCounts task_at_least = {}, partners_at_least = {};
  long bytes = 0;  // that the task's reads returned; 0: not looked at
};

#define LOADER {SYS_execve, 8}
const Expected table[] = {
    {"lat/null", {}, 64, {{SYS_getppid, 64}}},
    {"lat/read", {}, 64, {{SYS_read, 64}}},
    {"lat/write", {}, 64, {{SYS_write, 64}}},
    {"lat/stat", {}, 64, {{SYS_newfstatat, 64}}},
    {"lat/fstat", {}, 64, {{SYS_newfstatat, 64}}},
    {"lat/open", {}, 64, {{SYS_openat, 64}, {SYS_close, 64}}},
    {"lat/select", {"fds=10"}, 64, {{SYS_pselect6, 64}}},
    {"lat/select", {"fds=10", "kind=tcp"}, 64, {{SYS_pselect6, 64}}},
    {"lat/sig_install", {}, 64, {{SYS_rt_sigaction, 64}}},
    {"lat/sig_catch", {}, 64, {{SYS_kill, 64}, {SYS_rt_sigreturn, 64}}},
    {"lat/sig_prot", {}, 64, {{SYS_rt_sigreturn, 64}}},
    {"lat/call", {}, 64, {}},
    {"lat/fork",
     {},
     16,
     {{SYS_clone, 16}, {SYS_wait4, 16}},
     {{SYS_exit_group, 16}},
     {},
     {{SYS_set_robust_list, 0}, {SYS_rseq, 0}}},
    {"lat/exec", {}, 8, {{SYS_clone, 8}, {SYS_wait4, 8}}, {}, {}, {LOADER}},
    {"lat/shell", {}, 8, {{SYS_clone, 8}, {SYS_wait4, 8}}, {}, {}, {LOADER}},
    {"lat/pipe", {}, 64, {{SYS_write, 64}, {SYS_read, 64}}, {{SYS_write, 64}, {SYS_read, 64}}},
    {"lat/unix", {}, 64, {{SYS_write, 64}, {SYS_read, 64}}, {{SYS_write, 64}, {SYS_read, 64}}},
    {"lat/fifo", {}, 64, {{SYS_write, 64}, {SYS_read, 64}}, {{SYS_write, 64}, {SYS_read, 64}}},
    {"lat/tcp", {}, 64, {{SYS_write, 64}, {SYS_read, 64}}, {{SYS_write, 64}, {SYS_read, 64}}},
    {"lat/udp", {}, 64, {{SYS_write, 64}, {SYS_read, 64}}, {{SYS_write, 64}, {SYS_read, 64}}},
    {"lat/connect",
     {},
     64,
     {{SYS_socket, 64}, {SYS_connect, 64}, {SYS_setsockopt, 64}, {SYS_close, 64}},
     {{SYS_accept, 64}, {SYS_read, 64}, {SYS_close, 64}}},
    {"lat/unix_connect",
     {},
     64,
     {{SYS_socket, 64}, {SYS_connect, 64}, {SYS_close, 64}},
     {{SYS_accept, 64}, {SYS_read, 64}, {SYS_close, 64}}},
    {"lat/ctx",
     {"processes=4"},
     64,
     {{SYS_read, 64}, {SYS_write, 64}},
     {{SYS_read, 192}, {SYS_write, 192}}},
    {"lat/fcntl", {}, 64, {{SYS_fcntl, 256}}, {{SYS_fcntl, 256}}},
    {"lat/sem", {}, 64, {{SYS_semtimedop, 64}}, {{SYS_semtimedop, 64}}},
    {"lat/fs", {}, 64, {{SYS_creat, 64}, {SYS_close, 64}, {SYS_unlink, 64}}},
    {"lat/mmap", {"size=512k"}, 64, {{SYS_mmap, 64}, {SYS_munmap, 64}}},
    {"lat/pagefault", {"pages=16"}, 64, {{SYS_mmap, 64}, {SYS_munmap, 64}, {SYS_msync, 64}}},
    {"lat/mem_rd", {"size=64k"}, 64, {}},
    {"lat/mem_parallel", {"size=64k"}, 64, {}},
    {"lat/tlb", {"pages=16"}, 64, {}},
    {"lat/line", {"size=64k"}, 64, {}},
    {"lat/ops", {}, 64, {}},
    {"lat/ops_parallel", {}, 64, {}},
    {"bw/mem_rd", {"size=64k"}, 64, {}},
    {"bw/mem_wr", {"size=64k"}, 64, {}},
    {"bw/mem_rdwr", {"size=64k"}, 64, {}},
    {"bw/mem_cp", {"size=64k"}, 64, {}},
    {"bw/mem_frd", {"size=64k"}, 64, {}},
    {"bw/mem_fwr", {"size=64k"}, 64, {}},
    {"bw/mem_fcp", {"size=64k"}, 64, {}},
    {"bw/mem_bzero", {"size=64k"}, 64, {}},
    {"bw/mem_bcopy", {"size=64k"}, 64, {}},
    {"bw/stream_copy", {"size=64k"}, 64, {}},
    {"bw/stream_scale", {"size=64k"}, 64, {}},
    {"bw/stream_add", {"size=64k"}, 64, {}},
    {"bw/stream_triad", {"size=64k"}, 64, {}},
    {"bw/stream_fill", {"size=64k"}, 64, {}},
    {"bw/stream_daxpy", {"size=64k"}, 64, {}},
    {"bw/stream_sum", {"size=64k"}, 64, {}},
    {"bw/file_rd", {"size=64k"}, 64, {{SYS_lseek, 64}, {SYS_read, 64}}, {}, {}, {}, 64 * 65536},
    {"bw/file_rd",
     {"size=64k", "open2close=1"},
     64,
     {{SYS_openat, 64}, {SYS_read, 64}, {SYS_close, 64}},
     {},
     {},
     {},
     64 * 65536},
    {"bw/mmap_rd", {"size=64k"}, 64, {}},
    {"bw/mmap_rd",
     {"size=64k", "open2close=1"},
     64,
     {{SYS_openat, 64}, {SYS_mmap, 64}, {SYS_munmap, 64}, {SYS_close, 64}}},
    {"bw/pipe", {}, 64, {}, {}, {{SYS_read, 0}}, {{SYS_write, 60}}, 64 * 65536},
    {"bw/unix", {}, 64, {}, {}, {{SYS_read, 0}}, {{SYS_write, 0}}, 64 * 65536},
    {"bw/tcp", {}, 64, {}, {}, {{SYS_read, 0}}, {{SYS_write, 0}}, 64 * 65536},
    {"perf/syscall_basic", {}, 64, {{SYS_getppid, 64}}},
    {"perf/syscall_getpgid", {}, 64, {{SYS_getpgid, 64}}},
    {"perf/syscall_fork",
     {},
     16,
     {{SYS_clone, 16}, {SYS_wait4, 16}},
     {{SYS_exit_group, 16}},
     {},
     {{SYS_set_robust_list, 0}, {SYS_rseq, 0}}},
    {"perf/syscall_execve", {}, 8, {{SYS_clone, 8}, {SYS_wait4, 8}}, {}, {}, {LOADER}},
    {"perf/sched_pipe",
     {},
     64,
     {{SYS_write, 64}, {SYS_read, 64}},
     {{SYS_write, 64}, {SYS_read, 64}}},
    {"perf/sched_messaging",
     {"groups=1"},
     2,
     {},
     {{SYS_write, 800}, {SYS_read, 800}},
     {{SYS_futex, 2}},
     {{SYS_futex, 2}}},
    {"perf/mem_memcpy", {"size=64k"}, 64, {}},
    {"perf/mem_memset", {"size=64k"}, 64, {}},
    {"perf/futex_hash", {}, 2048, {{SYS_futex, 2048}}},
    {"perf/futex_lock_pi", {}, 64, {{SYS_futex, 128}}},
    // A round is opened, and each of two waiters is woken: three calls that a task cannot do
    // without.
    {"perf/futex_wake",
     {"waiters=2"},
     16,
     {},
     {},
     {{SYS_futex, 48}, {SYS_sched_yield, 0}},
     {{SYS_futex, 32}}},
    {"perf/futex_wake_parallel",
     {"waiters=2"},
     16,
     {},
     {},
     {{SYS_futex, 48}, {SYS_sched_yield, 0}},
     {{SYS_futex, 48}, {SYS_sched_yield, 0}}},
    {"perf/futex_requeue",
     {"waiters=2"},
     16,
     {},
     {},
     {{SYS_futex, 64}, {SYS_sched_yield, 0}},
     {{SYS_futex, 32}}},
    {"perf/epoll_wait",
     {"fds=4"},
     64,
     {{SYS_epoll_wait, 64}, {SYS_read, 64}},
     {},
     {},
     {{SYS_write, 0}}},
    {"perf/epoll_ctl", {"fds=4"}, 64, {{SYS_epoll_ctl, 192}}},
    {"mmap/touch", {"pages=4"}, 64, {{SYS_mmap, 64}, {SYS_madvise, 64}, {SYS_munmap, 64}}},
    {"mmap/mixed", {}, 512, {}, {}, {{SYS_mmap, 64}, {SYS_munmap, 64}, {SYS_mremap, 64}}},
    {"lock/tas", {}, 4096, {}},
    {"lock/ticket", {}, 4096, {}},
    {"lock/mcs", {}, 4096, {}},
    {"lock/osq", {"read_cpu=1"}, 4096, {}},
    {"lock/queued", {}, 4096, {}},
};
#undef LOADER

void PrintTo(const Expected& expected, std::ostream* out) {
  *out << expected.name;
}

// The difference of two runs may be less than the least, so the longer run is looked at.
void erase_loose(CallCounts& counted, CallCounts& raw, const CallCounts& at_least,
                 const char* whose) {
  for (auto [call, least] : at_least) {
    EXPECT_GE(raw[call], 4 * least) << whose << " call " << call;
    counted.erase(call);
  }
}

class LatencyCalls : public testing::TestWithParam<Expected> {};

TEST_P(LatencyCalls, AreThoseOfTheTable) {
  const Expected& expected = GetParam();
  CallRequest request;
  request.workload = expected.name;
  request.parameters = expected.parameters;
  request.operations = expected.operations;
  // A writer of event counters never sleeps, and programs that are started need no rest.
  const bool restless = expected.partners_at_least.contains(SYS_execve) ||
                        std::string_view(expected.name) == "perf/epoll_wait";
  request.settle = !restless;
  CallDifference found = call_difference(request);
  ASSERT_EQ(found.problem, "");
  if (!found.reason.empty()) GTEST_SKIP() << found.reason;
  CallTrace& calls = found.calls;
  if (expected.bytes > 0) {
    EXPECT_EQ(calls.returned[0][SYS_read], expected.bytes);
  }
  if (std::string_view(expected.name) == "mmap/mixed") {
    // Each operation is one of three calls; halves of odd differences were rounded up.
    EXPECT_NEAR(calls.tasks[0][SYS_mmap] + calls.tasks[0][SYS_munmap] + calls.tasks[0][SYS_mremap],
                expected.operations, 1.5);
  }
  erase_loose(calls.tasks[0], found.raw.tasks[0], expected.task_at_least, "task's");
  erase_loose(calls.others, found.raw.others, expected.partners_at_least, "partners'");
  if (restless) calls.others.clear();  // loader and shell; a start that reaches into the timed part
  EXPECT_EQ(calls.tasks[0], expected.task);
  EXPECT_EQ(calls.others, expected.partners);
}

INSTANTIATE_TEST_SUITE_P(All, LatencyCalls, testing::ValuesIn(table), [](const auto& info) {
  return replace_all(info.param.name, "/", "_") + "_" + std::to_string(info.index);
});

TEST(LatencyTable, CountsTheCallsOfEveryWorkload) {
  std::set<std::string> counted;
  for (const Expected& row : table) counted.insert(row.name);
  for (const lodestone_workload* workload : workload_table) {
    const std::string name = workload->name;
    if (name.starts_with("unixbench/") || name.starts_with("scale/")) continue;
    EXPECT_TRUE(counted.contains(name)) << name;
  }
}

TEST(LatencyTable, EveryWorkloadSaysWhatItIs) {
  int seen = 0;
  for (const lodestone_workload* workload : workload_table) {
    const std::string_view name = workload->name;
    const std::string_view suite = name.substr(0, name.find('/'));
    if (suite != "lat" && suite != "bw" && suite != "perf" && suite != "mmap" && suite != "lock")
      continue;
    ++seen;
    EXPECT_TRUE(*workload->title && *workload->operation && *workload->meaning &&
                *workload->exercises && *workload->unit && *workload->counterpart)
        << name;
    if (workload->units == nullptr) continue;
    bool declared = false;
    for (const auto* parameter = workload->parameters; parameter && parameter->name; ++parameter)
      declared |= std::string_view(parameter->name) == workload->units;
    EXPECT_TRUE(declared) << name << " counts in a parameter it does not declare";
  }
  EXPECT_GE(seen, 70);
}

TEST(MainValue, IsScaledByTheUnitsOfOneOperation) {
  const lodestone_workload* copy = find_workload("bw/mem_cp");
  ASSERT_NE(copy, nullptr);
  EXPECT_DOUBLE_EQ(main_value(*copy, 10, 1, {{"size", "1m"}}), 10 * 1.048576);
  const lodestone_workload* ring = find_workload("lat/ctx");
  ASSERT_NE(ring, nullptr);
  EXPECT_DOUBLE_EQ(main_value(*ring, 1000, 0.016, {{"processes", "8"}}), 2.0);
  EXPECT_DOUBLE_EQ(main_value(*ring, 1000, 0.016, {}), 8.0);  // the default of two processes
}

}  // namespace
}  // namespace lodestone
