// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/scaling_plan.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "measure/execute.h"
#include "measure/plan.h"
#include "measure/task_list.h"
#include "measure/warm_up.h"

namespace lodestone {
namespace {

constexpr double usual_seconds = 3, quick_seconds = 0.5;
constexpr int usual_sweeps = 3;
// The original's constants: 5 counted seconds, samples of a second, and six (not the five that it
// names) dropped.
constexpr double original_seconds = 5, original_interval = 1, original_warm_up = 6;

bool original(const Plan& plan) {
  return plan.like == like_will_it_scale;
}

bool placed(const Plan& plan, const char* workload) {
  return plan.scaling.policy_given || is_scaling(workload);
}

}  // namespace

bool is_scaling(const char* workload) {
  return std::string_view(workload).starts_with("scale/");
}

Result<void> apply_scaling_defaults(PlanRequest& request, const std::vector<Selected>& selected) {
  const bool all_scaling =
      !selected.empty() && std::all_of(selected.begin(), selected.end(), [](const Selected& one) {
        return is_scaling(one.workload->name);
      });
  if (!request.scaling.tasks.empty() && !request.copies.empty())
    return fail(ErrorCode::usage, "--tasks and --copies both say how many tasks run", "",
                "leave one out");
  if (request.scaling.tasks.empty() && (!all_scaling || !request.copies.empty())) return {};
  if (request.mode.empty()) request.mode = "both";
  // A length that is given is that of will-it-scale's command: one sweep.
  const bool one_sweep = request.quick || request.seconds || request.like == like_will_it_scale;
  if (!request.passes && (all_scaling || !request.quick))
    request.passes = one_sweep ? 1 : usual_sweeps;
  if (!request.seconds && all_scaling)
    request.seconds = request.like == like_will_it_scale ? original_seconds
                      : request.quick                    ? quick_seconds
                                                         : usual_seconds;
  if (request.scaling.tasks.empty()) {
    request.copies = request.quick ? std::vector<int>{1} : power_of_two_sweep(request.usable_cpus);
    return {};
  }
  LODESTONE_ASSIGN(request.copies, parse_task_list(request.scaling.tasks, request.usable_cpus));
  return {};
}

void original_scaling_schedule(Plan& plan, const PlanRequest& request) {
  std::vector<size_t> order(plan.conditions.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const Condition &x = plan.conditions[a], &y = plan.conditions[b];
    if (x.workload != y.workload) return std::string_view(x.workload->name) < y.workload->name;
    if (x.copies != y.copies) return x.copies < y.copies;
    return x.threads < y.threads;
  });
  for (int block = 0; block < request.passes.value_or(1); ++block)
    for (size_t i : order)
      plan.passes.push_back(
          {i, block, block, request.seconds.value_or(original_seconds), false, 0});
}

Result<void> finish_scaling_plan(Plan& plan, const PlanRequest& request) {
  plan.scaling = request.scaling;
  bool any = plan.scaling.policy_given;
  for (const Condition& condition : plan.conditions) any |= is_scaling(condition.workload->name);
  if (!any) return {};
  PlacementPolicy policy = request.scaling.policy;
  if (original(plan) && policy == PlacementPolicy::cores) policy = PlacementPolicy::core_sets;
  LODESTONE_ASSIGN(plan.placement, place_tasks(policy, request.scaling.node));
  for (PlannedPass& pass : plan.passes) {
    if (!is_scaling(plan.conditions[pass.condition].workload->name)) continue;
    const double fitting = pass.seconds >= 10 ? 1 : pass.seconds / 10;
    pass.interval_seconds =
        request.scaling.interval_seconds.value_or(original(plan) ? original_interval : fitting);
    pass.warm_up_seconds = original(plan)
                               ? original_warm_up
                               : std::max(pass.interval_seconds, std::min(5.0, pass.seconds / 8));
    // History counts it among the overheads.
    if (!request.overheads.contains(plan.conditions[pass.condition].workload->name))
      pass.expected_seconds += pass.warm_up_seconds;
  }
  return {};
}

void set_up_scaling_pass(const Plan& plan, const PlannedPass& planned, PassRequest& request) {
  if (placed(plan, request.workload->name)) request.cpu_sets = plan.placement.sets;
  if (planned.interval_seconds <= 0) return;
  request.fixed_addresses = true;
  request.seconds = planned.seconds + planned.warm_up_seconds;
  request.window_seconds = planned.interval_seconds;
  // Room for windows that turn out shorter than they were meant to be.
  request.windows =
      4 * static_cast<long long>(std::ceil(request.seconds / planned.interval_seconds)) + 8;
}

void finish_scaling_pass(const Plan& plan, const PlannedPass& planned, Pass& pass) {
  if (planned.interval_seconds <= 0) return;
  drop_warm_up(pass, {planned.warm_up_seconds, !original(plan)});
}

void add_scaling_findings(const Plan& plan, Run& run) {
  int most = 0;
  for (const Condition& condition : plan.conditions)
    if (is_scaling(condition.workload->name)) most = std::max(most, condition.copies);
  if (most == 0) return;
  if (most > plan.usable_cpus)
    add_finding(run.findings, {"F110 oversubscribed",
                               "up to " + std::to_string(most) + " tasks on " +
                                   std::to_string(plan.usable_cpus) + " CPUs",
                               "above the number of CPUs tasks wait for their turn: the rates are "
                               "those of time slices, and fairness "
                               "and contention are the scheduler's",
                               "read the curve up to the number of CPUs"});
  if (plan.placement.shares_cores(static_cast<size_t>(most)) && most <= plan.usable_cpus)
    add_finding(run.findings,
                {"F111 shared-cores", "tasks share cores from some count on",
                 "hardware threads of one core share its units, so the curve bends there", ""});
}

}  // namespace lodestone
