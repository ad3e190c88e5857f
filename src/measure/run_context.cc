// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/run_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/fd.h"
#include "base/text.h"
#include "environment/facts.h"
#include "model/run.h"
#include "store/store.h"
#include "sys/filesystem.h"

namespace lodestone {
namespace {

// FNV-1a (Fowler, Noll, Vo) over the bytes of the programs that run: equal digests are equal
// programs.
std::string digest_of_programs(const Plan& plan) {
  std::vector<std::string> paths;
  for (const Condition& condition : plan.conditions)
    if (auto path = workload_program(*condition.workload)) paths.push_back(*path);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& path : paths) {
    const auto bytes = read_file(path);
    for (unsigned char byte : bytes ? *bytes : std::string()) hash = (hash ^ byte) * 0x100000001b3;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

Context run_context(const Plan& plan, const std::string& directory) {
  const Root root;
  Context context = collect_context(root);
  context.set("workload_version", std::to_string(LODESTONE_WORKLOAD_VERSION));
  context.set("workload_digest", digest_of_programs(plan));
  context.set("compiler", LODESTONE_WORKLOAD_COMPILER);
  context.set("compiler_flags", LODESTONE_WORKLOAD_FLAGS);
  context.set("estimator", "whole passes");
  context.set("schedule", plan.like.empty() ? "shuffled blocks" : plan.like);
  context.set("score_rule", plan.like.starts_with("unixbench")
                                ? "unixbench: the third of the passes with the lowest counts "
                                  "dropped, geometric mean of the rest"
                                : "all passes, geometric mean");
  if (!plan.placement.text().empty() && (plan.scaling.policy_given || !plan.placement.sets.empty()))
    context.set("placement", plan.placement.text());
  const bool files = std::any_of(
      plan.conditions.begin(), plan.conditions.end(),
      [](const Condition& condition) { return condition.workload->flags & LODESTONE_NEEDS_FILES; });
  const char* temporary = std::getenv("TMPDIR");
  const std::string folder = !directory.empty()        ? directory
                             : temporary && *temporary ? temporary
                                                       : "/tmp";
  if (files) {
    context.set("directory", folder);
    if (auto filesystem = filesystem_of(root, folder)) {
      context.set("filesystem", filesystem->type);
      context.set("filesystem_device", filesystem->device);
      context.set("filesystem_options", filesystem->options);
    }
  }
  return context;
}

std::map<std::string, double> overheads_from(Store& store) {
  std::map<std::string, double> overheads;
  const auto runs = store.list("");
  if (!runs) return overheads;
  for (const RunSummary& summary : *runs) {
    if (summary.method != "live" || summary.passes == 0) continue;
    const auto run = store.load_run(summary.id);
    if (!run) return overheads;
    std::map<std::string, std::pair<double, int>> sums;
    for (const Pass& pass : run->passes) {
      if (pass.failed() || pass.copies.empty()) continue;
      auto& [total, count] = sums[pass.workload];
      total += std::max(0.0, pass.elapsed_seconds - pass.copies[0].seconds);
      ++count;
    }
    for (const auto& [workload, sum] : sums) overheads[workload] = sum.first / sum.second;
    break;
  }
  return overheads;
}

}  // namespace lodestone
