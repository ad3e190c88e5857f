// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/recover.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "measure/results.h"
#include "workload/catalog.h"

namespace lodestone {

void recover_results(Run& run) {
  if (!run.workloads.empty() || run.passes.empty()) return;
  Plan plan;
  for (const Pass& pass : run.passes) {
    const lodestone_workload* workload = find_workload(pass.workload);
    if (!workload || !pass.arm.empty())
      continue;  // arms of an interleaved run are two sides, not one
    const Condition condition{workload, pass.parameters, static_cast<int>(pass.copies.size()),
                              pass.mode == "thread"};
    const bool known =
        std::any_of(plan.conditions.begin(), plan.conditions.end(), [&](const Condition& other) {
          return other.workload == condition.workload && other.parameters == condition.parameters &&
                 other.copies == condition.copies && other.threads == condition.threads;
        });
    if (!known) plan.conditions.push_back(condition);
    if (const auto like = pass.parameters.find("like"); like != pass.parameters.end())
      plan.like = like->second;
  }
  summarize(plan, run);
}

}  // namespace lodestone
