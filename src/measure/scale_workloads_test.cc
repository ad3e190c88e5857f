// SPDX-License-Identifier: GPL-2.0-or-later
// Each scaling workload for 50 ms in each mode with one and two tasks, as it is and as the original
// behaves: it counts, its check passes, its windows add up.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "measure/execute.h"

namespace lodestone {
namespace {

std::vector<std::string> scaling_workloads() {
  std::vector<std::string> names;
  for (const lodestone_workload* workload : workload_table)
    if (std::string_view(workload->name).starts_with("scale/"))
      names.push_back(std::string(workload->name).substr(6));
  return names;
}

class ScaleWorkload : public testing::TestWithParam<std::string> {};

TEST_P(ScaleWorkload, RunsInEachMode) {
  for (const char* like : {"", "will-it-scale"})
    for (bool threads : {false, true})
      for (int tasks : {1, 2}) {
        PassRequest request;
        request.workload = find_workload("scale/" + GetParam());
        request.copies = tasks;
        request.threads = threads;
        request.seconds = 0.05;
        request.window_seconds = 0.01;
        request.windows = 20;
        if (*like) request.parameters["like"] = like;
        const auto pass = execute_pass(request);
        ASSERT_TRUE(pass) << pass.error().what;
        const std::string what =
            GetParam() + (threads ? ", threads " : ", processes ") + std::to_string(tasks) + like;
        for (const Finding& finding : pass->findings)
          if (finding.code == "F020 skipped") GTEST_SKIP() << finding.text;
        ASSERT_EQ(pass->copies.size(), static_cast<size_t>(tasks));
        for (const Copy& copy : pass->copies) {
          EXPECT_EQ(copy.error, "") << what;
          EXPECT_GT(copy.operations, 0u) << what;
          uint64_t operations = 0;
          int64_t ticks = 0;
          for (const Window& window : copy.windows) {
            operations += window.operations;
            ticks += window.ticks_ns;
          }
          EXPECT_EQ(operations, copy.operations) << what;
          EXPECT_NEAR(static_cast<double>(ticks) * 1e-9, copy.seconds, 1e-6) << what;
        }
      }
}

INSTANTIATE_TEST_SUITE_P(All, ScaleWorkload, testing::ValuesIn(scaling_workloads()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace lodestone
