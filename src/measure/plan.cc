// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/plan.h"

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "base/text.h"
#include "measure/like_lmbench.h"
#include "measure/matrix.h"
#include "model/unixbench.h"

namespace lodestone {
namespace {

constexpr std::array likes{"unixbench-6.0.0", "unixbench-5.1.3", like_will_it_scale, "lmbench"};
// Start, set-up and end of a pass, where history says nothing.
constexpr double usual_overhead = 0.15;
// Our own schedule: blocks of one pass of everything.
constexpr int usual_passes = 10, quick_passes = 5;
constexpr double pass_seconds = 3, quick_pass_seconds = 0.8;

const UnixbenchTest* test_of(const Condition& condition) {
  const std::string_view name = condition.workload->name;
  return name.starts_with("unixbench/") ? find_unixbench_test(name.substr(10)) : nullptr;
}

Result<std::vector<bool>> modes(const lodestone_workload& workload, const std::string& mode) {
  const bool processes = workload.flags & LODESTONE_PROCESSES,
             threads = workload.flags & LODESTONE_THREADS;
  std::vector<bool> chosen;
  if (mode.empty())
    chosen = {!processes && threads};
  else if (mode != "process" && mode != "thread" && mode != "both")
    return fail(ErrorCode::usage, "there is no mode '" + mode + "'", "", "process, thread or both");
  if (processes && (mode == "process" || mode == "both")) chosen.push_back(false);
  if (threads && (mode == "thread" || mode == "both")) chosen.push_back(true);
  if (chosen.empty())
    return fail(ErrorCode::usage, std::string(workload.name) + " cannot run in mode " + mode, "",
                "leave --mode out");
  return chosen;
}

// UnixBench: tests one after another, all passes of one together; everything once for each number
// of copies.
void original_schedule(Plan& plan, const PlanRequest& request) {
  for (size_t i = 0; i < plan.conditions.size(); ++i) {
    const UnixbenchTest* test = test_of(plan.conditions[i]);
    int passes = test ? test->passes : 3;
    // Run -i N: long tests N times, short ones (N + 1) / 3 times, but once at least.
    if (request.passes)
      passes =
          !test || test->passes == 10 ? *request.passes : std::max(1, (*request.passes + 1) / 3);
    const double seconds = request.seconds.value_or(test ? test->seconds : 10);
    for (int pass = 0; pass < passes; ++pass)
      plan.passes.push_back({i, pass, pass, seconds, true, 0});
  }
}

// Ours: each block holds one pass of every condition, in an order of its own, so that drift of the
// machine meets all.
void own_schedule(Plan& plan, const PlanRequest& request) {
  Rng rng(request.seed);
  const bool tries = request.like == "lmbench";
  const int passes = request.passes.value_or(tries           ? 1
                                             : request.quick ? quick_passes
                                                             : usual_passes);
  const double seconds =
      request.seconds.value_or(request.quick ? quick_pass_seconds : pass_seconds);
  for (int block = 0; block < passes; ++block) {
    std::vector<size_t> order(plan.conditions.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    rng.shuffle(order);
    for (size_t i : order) {
      const double length =
          tries ? lmbench_tries * lmbench_try_seconds(*plan.conditions[i].workload) : seconds;
      plan.passes.push_back({i, block, block, length, false, 0});
    }
  }
}

}  // namespace

std::string describe(const Condition& condition) {
  std::string text = condition.workload->name;
  if (condition.copies > 1) text += " x" + std::to_string(condition.copies);
  if (condition.threads) text += ", threads";
  for (const auto& [name, value] : condition.parameters)
    if (name != "like") text += " " + name + "=" + value;
  return text;
}

double Plan::expected_seconds() const {
  double total = 0;
  for (const PlannedPass& pass : passes) total += pass.expected_seconds;
  return total;
}

bool known_like(const std::string& like) {
  return std::any_of(likes.begin(), likes.end(), [&](const char* name) { return like == name; });
}

Result<Plan> make_plan(const PlanRequest& given) {
  PlanRequest request = given;
  if (!request.like.empty() && !known_like(request.like))
    return fail(ErrorCode::usage, "--like does not know '" + request.like + "'", "",
                "it knows " + join({likes.begin(), likes.end()}, ", "));
  const bool usual = request.names.empty() && request.plugins.empty();
  LODESTONE_ASSIGN(auto selected,
                   select_workloads(usual ? std::vector<std::string>{"index"} : request.names));
  selected.insert(selected.end(), request.plugins.begin(), request.plugins.end());
  LODESTONE_ASSIGN(selected, expand_matrix(selected, request.sweeps));
  if (request.like == "lmbench")
    for (const Selected& one : selected)
      if (!lmbench_like(*one.workload))
        return fail(ErrorCode::usage,
                    std::string(one.workload->name) + " has no counterpart in lmbench", "",
                    "--like lmbench takes the suites lat and bw");
  LODESTONE_TRY(apply_scaling_defaults(request, selected));
  std::vector<int> copies = request.copies;
  if (copies.empty()) copies = {1};
  if (request.copies.empty() && !request.quick && request.usable_cpus > 1)
    copies.push_back(request.usable_cpus);
  Plan plan;
  plan.like = request.like;
  plan.seed = request.seed;
  plan.usable_cpus = request.usable_cpus;
  for (int count : copies)
    for (const Selected& one : selected) {
      if ((one.workload->flags & LODESTONE_SINGLE) && count > 1) continue;
      LODESTONE_ASSIGN(const auto chosen_modes, modes(*one.workload, request.mode));
      for (bool threads : chosen_modes) {
        Condition condition{one.workload, one.parameters, count,
                            threads,      one.program,    one.program_arguments};
        if (!request.like.empty()) condition.parameters["like"] = request.like;
        plan.conditions.push_back(std::move(condition));
      }
    }
  if (plan.conditions.empty())
    return fail(ErrorCode::usage, "nothing is left to run",
                "the workloads chosen run with one copy only", "--copies 1");
  if (request.like.empty() || request.like == "lmbench")
    own_schedule(plan, request);
  else if (request.like == like_will_it_scale)
    original_scaling_schedule(plan, request);
  else
    original_schedule(plan, request);
  for (PlannedPass& pass : plan.passes) {
    const lodestone_workload& workload = *plan.conditions[pass.condition].workload;
    const auto known = request.overheads.find(workload.name);
    pass.expected_seconds =
        pass.seconds + (known == request.overheads.end() ? usual_overhead : known->second);
    if (pass.settle) pass.expected_seconds += 3;
    // The original's file tests sync, pause and run shorter phases before the one that counts.
    if (pass.settle && std::string_view(workload.name).starts_with("unixbench/fs")) {
      const std::string_view name = workload.name;
      pass.expected_seconds += name.ends_with("-w") ? 4 : name.ends_with("-r") ? 10 : 15;
    }
  }
  LODESTONE_TRY(finish_scaling_plan(plan, request));
  return plan;
}

void add_instrumented_passes(Plan& plan, int passes) {
  std::vector<PlannedPass> last(plan.conditions.size());
  int block = 0;
  for (const PlannedPass& pass : plan.passes) {
    last[pass.condition] = pass;
    block = std::max(block, pass.block);
  }
  for (int i = 0; i < passes; ++i) {
    ++block;
    for (size_t condition = 0; condition < last.size(); ++condition) {
      PlannedPass pass = last[condition];
      pass.condition = condition;
      pass.block = block;
      ++last[condition].process;
      pass.process = last[condition].process;
      pass.instrumented = true;
      plan.passes.push_back(pass);
    }
  }
}

}  // namespace lodestone
