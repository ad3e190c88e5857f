// SPDX-License-Identifier: GPL-2.0-or-later
// Runs each workload of the latency, bandwidth, perf, mapping and lock suites for 50 ms in each of
// its modes with one and two tasks, and checks that it verifies and leaves nothing behind.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "base/fd.h"
#include "base/text.h"
#include "measure/execute.h"

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
  const std::string path =
      "/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children";
  if (const auto text = read_file(path, 4096))
    for (std::string_view word : words(*text))
      found.push_back(static_cast<int>(parse_integer(word).value_or(0)));
  return found;
}

// A second process that is killed from outside ends the run with a reason, and soon.
class KilledPartner : public testing::TestWithParam<const char*> {};

TEST_P(KilledPartner, IsAFailureWithAReason) {
  PassRequest request;
  request.workload = find_workload(GetParam());
  ASSERT_NE(request.workload, nullptr);
  request.seconds = 5;
  request.timeout_seconds = 30;
  bool killed = false;
  request.attach = [&](int pid) -> Result<void> {
    for (int task : children_of(pid))
      for (int partner : children_of(task)) killed |= kill(partner, SIGKILL) == 0;
    return {};
  };
  const auto pass = execute_pass(request);
  ASSERT_TRUE(pass) << describe(pass.error());
  if (!killed) GTEST_SKIP() << "this kernel does not list children";
  ASSERT_EQ(pass->copies.size(), 1u);
  EXPECT_NE(pass->copies[0].error, "");
}

INSTANTIATE_TEST_SUITE_P(All, KilledPartner,
                         testing::Values("lat/pipe", "lat/unix", "lat/tcp", "bw/pipe", "bw/tcp"),
                         [](const auto& info) { return replace_all(info.param, "/", "_"); });

}  // namespace
}  // namespace lodestone
