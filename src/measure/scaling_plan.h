// SPDX-License-Identifier: GPL-2.0-or-later
// What a scaling run (workloads below scale/) does differently from any other: task counts in both
// modes, tasks bound to CPUs, a warm-up that a rule drops, a series of intervals, no address space
// randomisation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"
#include "sys/placement.h"

namespace lodestone {

struct Plan;
struct PlanRequest;
struct PlannedPass;
struct PassRequest;
struct Selected;

// As given on the command line.
struct ScalingRequest {
  std::string tasks;  // parse_task_list(); empty: powers of two up to the CPUs
  PlacementPolicy policy = PlacementPolicy::cores;
  bool policy_given = false;  // then it holds for workloads of other suites too
  std::optional<int> node;
  std::optional<double> interval_seconds;
};

inline constexpr const char* like_will_it_scale = "will-it-scale";

bool is_scaling(const char* workload);
// The defaults of a request whose workloads are all below scale/, or that lists tasks: counts, both
// modes, passes and seconds. Errors: usage.
Result<void> apply_scaling_defaults(PlanRequest& request, const std::vector<Selected>& selected);
// will-it-scale's order: workload by workload, counts ascending, the process before the thread.
void original_scaling_schedule(Plan& plan, const PlanRequest& request);
// Placement, intervals and warm-up of the plan's passes. Errors: those of place_tasks().
Result<void> finish_scaling_plan(Plan& plan, const PlanRequest& request);

// The settings of one pass: placement for scaling workloads (others only if it was asked for), and
// what finish_scaling_plan decided.
void set_up_scaling_pass(const Plan& plan, const PlannedPass& planned, PassRequest& request);
// After the pass: drops the warm-up. Nothing for passes without one.
void finish_scaling_pass(const Plan& plan, const PlannedPass& planned, Pass& pass);

// What the reader of the numbers must know: more tasks than CPUs, tasks that share a core.
void add_scaling_findings(const Plan& plan, Run& run);

}  // namespace lodestone
