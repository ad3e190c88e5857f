// SPDX-License-Identifier: GPL-2.0-or-later
// Runs each workload of the latency, bandwidth, perf, mapping and lock suites for 50 ms in each of
// its modes with one and two tasks, and checks that it verifies and leaves nothing behind.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/fd.h"
#include "base/text.h"
#include "measure/execute.h"
#include "measure/harness_testing.h"

namespace lodestone {
namespace {

std::vector<const lodestone_workload*> suites() {
  std::vector<const lodestone_workload*> found;
  for (const lodestone_workload* workload : workload_table)
    for (const char* suite : {"lat/", "bw/", "perf/", "mmap/", "lock/"})
      if (std::string_view(workload->name).starts_with(suite)) found.push_back(workload);
  return found;
}

// Small work: the point is that it is done, not how fast.
void make_small(PassRequest& request) {
  for (const auto* p = request.workload->parameters; p && p->name; ++p) {
    const std::string_view name = p->name;
    const bool memory = name == "size" && std::string_view(p->value) != "0";
    if (memory) request.parameters["size"] = "512k";
    if (name == "pages") request.parameters["pages"] = "64";
    if (name == "groups") request.parameters["groups"] = "1";
    if (name == "waiters") request.parameters["waiters"] = "2";
  }
}

class EveryWorkload : public testing::TestWithParam<const lodestone_workload*> {};

TEST_P(EveryWorkload, RunsAndVerifies) {
  char folder[] = "/tmp/lodestone-every-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  for (bool threads : {false, true}) {
    if (!(GetParam()->flags & (threads ? LODESTONE_THREADS : LODESTONE_PROCESSES))) continue;
    for (int copies : {1, 2}) {
      PassRequest request;
      request.workload = GetParam();
      request.copies = copies;
      request.threads = threads;
      request.seconds = 0.05;
      request.directory = folder;
      make_small(request);
      const auto pass = execute_pass(request);
      ASSERT_TRUE(pass) << describe(pass.error());
      for (const Finding& finding : pass->findings)
        if (finding.code == "F020 skipped") GTEST_SKIP() << finding.text;
      ASSERT_EQ(pass->copies.size(), static_cast<size_t>(copies));
      for (const Copy& copy : pass->copies) {
        EXPECT_EQ(copy.error, "") << (threads ? "threads" : "processes") << " x" << copies;
        EXPECT_GT(copy.operations, 0u);
        for (const auto& [name, value] : copy.values) {
          bool declared = false;
          for (const auto* q = GetParam()->quantities; q && q->name; ++q)
            declared |= name == q->name;
          EXPECT_TRUE(declared) << name << " is reported and not declared";
          EXPECT_TRUE(std::isfinite(value)) << name;
        }
      }
    }
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder)) << "left files behind";
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(All, EveryWorkload, testing::ValuesIn(suites()),
                         [](const auto& info) { return replace_all(info.param->name, "/", "_"); });

std::vector<int> children_of(int pid) {
  std::vector<int> found;
  std::error_code ignored;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& thread : std::filesystem::directory_iterator(tasks, ignored))
    if (const auto text = read_file((thread.path() / "children").string(), 4096))
      for (std::string_view word : words(*text))
        found.push_back(static_cast<int>(parse_integer(word).value_or(0)));
  return found;
}

// System V semaphores of this machine.
// A second process that is killed from outside ends the run with a reason, at once, and leaves
// nothing: as processes and, where the workload can, as threads.
class KilledPartner : public testing::TestWithParam<const char*> {};

TEST_P(KilledPartner, EndsThePassAtOnce) {
  const size_t sets = semaphore_sets();
  for (bool threads : {false, true}) {
    PassRequest request;
    request.workload = find_workload(GetParam());
    ASSERT_NE(request.workload, nullptr);
    if (!(request.workload->flags & (threads ? LODESTONE_THREADS : LODESTONE_PROCESSES))) continue;
    request.copies = 2;
    request.threads = threads;
    request.seconds = 20;
    request.timeout_seconds = 60;
    make_small(request);
    std::vector<int> partners;
    std::chrono::steady_clock::time_point start;
    request.attach = [&](int pid) -> Result<void> {
      if (threads) partners = children_of(pid);
      if (!threads)
        for (int task : children_of(pid))
          for (int partner : children_of(task)) partners.push_back(partner);
      start = std::chrono::steady_clock::now();
      if (!partners.empty()) kill(partners.front(), SIGKILL);
      return {};
    };
    const auto pass = execute_pass(request);
    const auto took = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(pass) << describe(pass.error());
    if (partners.empty() && threads) continue;  // threads of the same process
    if (partners.empty()) GTEST_SKIP() << "this kernel does not list children";
    EXPECT_LT(took, std::chrono::seconds(5)) << threads;
    ASSERT_EQ(pass->copies.size(), 2u);
    bool reason = false;
    for (const Copy& copy : pass->copies) {
      EXPECT_NE(copy.error, "") << threads;
      reason |= copy.error.find("partner") != std::string::npos ||
                copy.error.find("second process") != std::string::npos ||
                copy.error.find("companion") != std::string::npos ||
                copy.error.find("the writer") != std::string::npos;
    }
    EXPECT_TRUE(reason) << pass->copies[0].error << " / " << pass->copies[1].error;
    for (int partner : partners) EXPECT_NE(kill(partner, 0), 0) << "left behind";
  }
  EXPECT_EQ(semaphore_sets(), sets);
}

INSTANTIATE_TEST_SUITE_P(All, KilledPartner,
                         testing::Values("lat/pipe", "lat/unix", "lat/tcp", "lat/udp", "lat/fifo",
                                         "lat/ctx", "lat/sem", "lat/fcntl", "lat/connect",
                                         "lat/unix_connect", "bw/pipe", "bw/unix", "bw/tcp",
                                         "perf/sched_pipe", "perf/sched_messaging",
                                         "perf/futex_wake", "perf/futex_requeue",
                                         "perf/futex_wake_parallel", "perf/epoll_wait",
                                         "scale/context_switch1", "unixbench/context1",
                                         "unixbench/spawn", "unixbench/execl", "unixbench/sysexec"),
                         [](const auto& info) { return replace_all(info.param, "/", "_"); });

}  // namespace
}  // namespace lodestone
