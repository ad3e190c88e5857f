// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the system calls of the latency, bandwidth, perf, mapping and lock workloads under ptrace:
// what many operations add to few is, call by call, what the table says. So no loop was optimised
// away, and none does more than it should.
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/text.h"
#include "workload/call_trace.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

struct Expected {
  const char* name;
  std::vector<const char*> parameters;
  long operations;  // what the counts below belong to, partners' calls included
  CallCounts calls;
  std::vector<long> loose;  // calls whose number depends on timing: at least what the table says
};

const Expected table[] = {
    {"lat/null", {}, 256, {{SYS_getppid, 256}}, {}},
    {"lat/read", {}, 256, {{SYS_read, 256}}, {}},
    {"lat/write", {}, 256, {{SYS_write, 256}}, {}},
    {"lat/stat", {}, 256, {{SYS_newfstatat, 256}}, {}},
    {"lat/fstat", {}, 256, {{SYS_newfstatat, 256}}, {}},
    {"lat/open", {}, 256, {{SYS_openat, 256}, {SYS_close, 256}}, {}},
    {"lat/select", {"fds=10"}, 256, {{SYS_pselect6, 256}}, {}},
    {"lat/select", {"fds=10", "kind=tcp"}, 256, {{SYS_pselect6, 256}}, {}},
    {"lat/sig_install", {}, 256, {{SYS_rt_sigaction, 256}}, {}},
    {"lat/sig_catch", {}, 256, {{SYS_kill, 256}, {SYS_rt_sigreturn, 256}}, {}},
    {"lat/sig_prot", {}, 256, {{SYS_rt_sigreturn, 256}}, {}},
    {"lat/call", {}, 256, {}, {}},
    {"lat/fork",
     {},
     16,
     {{SYS_clone, 16}, {SYS_set_robust_list, 16}, {SYS_exit_group, 16}, {SYS_wait4, 16}},
     {}},
    {"lat/pipe", {}, 256, {{SYS_write, 512}, {SYS_read, 512}}, {}},
    {"lat/unix", {}, 256, {{SYS_write, 512}, {SYS_read, 512}}, {}},
    {"lat/fifo", {}, 256, {{SYS_write, 512}, {SYS_read, 512}}, {}},
    {"lat/tcp", {}, 256, {{SYS_write, 512}, {SYS_read, 512}}, {}},
    {"lat/udp", {}, 256, {{SYS_write, 512}, {SYS_read, 512}}, {}},
    {"lat/connect",
     {},
     64,
     {{SYS_socket, 64}, {SYS_connect, 64}, {SYS_setsockopt, 64}, {SYS_close, 64}},
     {SYS_close, SYS_accept, SYS_read}},
    {"lat/unix_connect",
     {},
     64,
     {{SYS_socket, 64}, {SYS_connect, 64}, {SYS_close, 64}},
     {SYS_close, SYS_accept, SYS_read}},
    {"lat/ctx", {"processes=4"}, 64, {{SYS_read, 256}, {SYS_write, 256}}, {}},
    {"lat/fcntl", {}, 64, {{SYS_fcntl, 512}}, {}},
    {"lat/sem", {}, 64, {{SYS_semtimedop, 128}}, {}},
    {"lat/fs", {}, 64, {{SYS_creat, 64}, {SYS_close, 64}, {SYS_unlink, 64}}, {}},
    {"lat/mmap", {"size=512k"}, 64, {{SYS_mmap, 64}, {SYS_munmap, 64}}, {}},
    {"lat/pagefault", {"pages=16"}, 64, {{SYS_mmap, 64}, {SYS_munmap, 64}, {SYS_msync, 64}}, {}},
    {"lat/mem_rd", {"size=64k"}, 256, {}, {}},
    {"lat/mem_parallel", {"size=64k"}, 256, {}, {}},
    {"lat/tlb", {"pages=16"}, 256, {}, {}},
    {"lat/line", {"size=64k"}, 256, {}, {}},
    {"lat/ops", {}, 256, {}, {}},
    {"lat/ops_parallel", {}, 256, {}, {}},
    {"bw/mem_rd", {"size=64k"}, 64, {}, {}},
    {"bw/mem_bcopy", {"size=64k"}, 64, {}, {}},
    {"bw/stream_triad", {"size=64k"}, 64, {}, {}},
    {"bw/file_rd", {"size=64k"}, 64, {{SYS_lseek, 64}, {SYS_read, 64}}, {}},
    {"bw/file_rd",
     {"size=64k", "open2close=1"},
     64,
     {{SYS_openat, 64}, {SYS_read, 64}, {SYS_close, 64}},
     {}},
    {"bw/mmap_rd", {"size=64k"}, 64, {}, {}},
    {"bw/pipe", {}, 64, {{SYS_read, 64}}, {SYS_read, SYS_write}},
    {"bw/unix", {}, 64, {{SYS_read, 64}}, {SYS_read, SYS_write}},
    {"bw/tcp", {}, 64, {{SYS_read, 64}}, {SYS_read, SYS_write}},
    {"perf/syscall_basic", {}, 256, {{SYS_getppid, 256}}, {}},
    {"perf/syscall_getpgid", {}, 256, {{SYS_getpgid, 256}}, {}},
    {"perf/sched_pipe", {}, 256, {{SYS_write, 512}, {SYS_read, 512}}, {}},
    {"perf/sched_messaging",
     {"groups=1"},
     2,
     {{SYS_write, 800}, {SYS_read, 800}},
     {SYS_read, SYS_write, SYS_futex}},
    {"perf/futex_hash", {}, 2048, {{SYS_futex, 2048}}, {SYS_futex}},
    {"perf/futex_lock_pi", {}, 256, {{SYS_futex, 512}}, {SYS_futex}},
    {"perf/futex_wake", {"waiters=2"}, 16, {{SYS_futex, 64}}, {SYS_futex, SYS_sched_yield}},
    {"perf/futex_requeue", {"waiters=2"}, 16, {{SYS_futex, 64}}, {SYS_futex, SYS_sched_yield}},
    {"perf/epoll_wait", {"fds=4"}, 64, {{SYS_epoll_wait, 64}, {SYS_read, 64}}, {SYS_write}},
    {"perf/epoll_ctl", {"fds=4"}, 64, {{SYS_epoll_ctl, 192}}, {}},
    {"mmap/touch", {"pages=4"}, 64, {{SYS_mmap, 64}, {SYS_madvise, 64}, {SYS_munmap, 64}}, {}},
    {"lock/tas", {}, 4096, {}, {}},
    {"lock/ticket", {}, 4096, {}, {}},
    {"lock/mcs", {}, 4096, {}, {}},
    {"lock/osq", {"read_cpu=1"}, 4096, {}, {}},
    {"lock/queued", {}, 4096, {}, {}},
};

void PrintTo(const Expected& expected, std::ostream* out) {
  *out << expected.name;
}

class LatencyCalls : public testing::TestWithParam<Expected> {};

TEST_P(LatencyCalls, AreThoseOfTheTable) {
  const Expected& expected = GetParam();
  CallCounts counted[2];
  std::string output;
  for (int factor : {1, 2}) {
    char folder[] = "/tmp/lodestone-calls-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    std::vector<std::string> words = {
        std::string(LODESTONE_BINARY_DIR "/libexec/lodestone/") + expected.name,
        "--directory",
        folder,
        "--windows",
        "2",
        "--operations",
        std::to_string(expected.operations * factor)};
    for (const char* parameter : expected.parameters)
      words.insert(words.end(), {"--parameter", parameter});
    const auto calls = trace_calls(words, &output);
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "left files behind";
    std::filesystem::remove_all(folder);
    if (output.find("\nskip ") != std::string::npos) GTEST_SKIP() << output;
    if (!calls) GTEST_SKIP() << "cannot trace here: " << output;
    ASSERT_EQ(output.find("\nerror "), std::string::npos) << output;
    counted[factor - 1] = *calls;
  }
  // Two windows, each with twice the operations.
  CallCounts added, wanted;
  for (auto [call, times] : counted[1])
    if (const long more = times - counted[0][call]; more != 0) added[call] = more;
  for (auto [call, times] : expected.calls) wanted[call] = 2 * times;
  for (long call : expected.loose) {
    // A socket may hand over the bytes of several writes at once, or of one in pieces.
    if (wanted[call] > 0) {
      EXPECT_GE(added[call], wanted[call] / 4) << "call " << call;
    }
    added.erase(call);
    wanted.erase(call);
  }
  // The harness and the C library: waits at the gates, looks at children, the allocator.
  const std::pair<long, long> slack[] = {{SYS_futex, 64},
                                         {SYS_waitid, 1000},
                                         {SYS_munmap, 1},
                                         {SYS_getrandom, 64},
                                         {SYS_sched_yield, 1000},
                                         // A partner is killed wherever it happens to be.
                                         {SYS_read, 2},
                                         {SYS_write, 2},
                                         {SYS_fcntl, 4},
                                         {SYS_semtimedop, 2},
                                         {SYS_exit_group, 1}};
  for (auto [call, most] : slack)
    if (std::abs(added[call] - wanted[call]) <= most) {
      added.erase(call);
      wanted.erase(call);
    }
  EXPECT_EQ(added, wanted);
}

INSTANTIATE_TEST_SUITE_P(All, LatencyCalls, testing::ValuesIn(table), [](const auto& info) {
  return replace_all(info.param.name, "/", "_") + "_" + std::to_string(info.index);
});

// A million mixed calls: each operation is one of three.
TEST(MixedMapping, MakesOneCallAnOperation) {
  std::string output;
  long total[2] = {0, 0};
  for (int factor : {1, 2}) {
    const auto calls =
        trace_calls({LODESTONE_BINARY_DIR "/libexec/lodestone/mmap/mixed", "--windows", "2",
                     "--operations", std::to_string(1000 * factor)},
                    &output);
    if (!calls) GTEST_SKIP() << "cannot trace here: " << output;
    for (long call : {SYS_mmap, SYS_munmap, SYS_mremap})
      if (const auto found = calls->find(call); found != calls->end())
        total[factor - 1] += found->second;
  }
  // The maps that are left at the end are unmapped by teardown, at most one of each place.
  EXPECT_NEAR(static_cast<double>(total[1] - total[0]), 2000, 128);
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
                *workload->exercises && *workload->unit)
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
