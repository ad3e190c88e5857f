// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/scaling_options.h"

#include <climits>

namespace lodestone {

Result<ScalingRequest> scaling_request(const Arguments& arguments) {
  ScalingRequest request;
  if (const auto tasks = arguments.value("--tasks")) {
    if (tasks->empty()) return fail(ErrorCode::usage, "--tasks needs a list", "", "--tasks 1,2,4");
    request.tasks = *tasks;
  }
  if (arguments.has("--smt") && arguments.has("--no-affinity"))
    return fail(ErrorCode::usage, "--smt and --no-affinity contradict each other", "",
                "leave one out");
  if (arguments.has("--smt")) request.policy = PlacementPolicy::smt;
  if (arguments.has("--no-affinity")) request.policy = PlacementPolicy::free_running;
  LODESTONE_ASSIGN(const auto node, arguments.integer("--node", 0, INT_MAX));
  if (node) request.node = static_cast<int>(*node);
  request.policy_given = request.policy != PlacementPolicy::cores || request.node.has_value();
  LODESTONE_ASSIGN(request.interval_seconds, arguments.duration("--interval"));
  if (request.interval_seconds &&
      !(*request.interval_seconds >= 1e-3 && *request.interval_seconds <= 3600))
    return fail(ErrorCode::usage, "the value of --interval cannot be used",
                "it takes a time from 1ms to 1h");
  return request;
}

}  // namespace lodestone
