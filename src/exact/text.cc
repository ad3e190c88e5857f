// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "exact/differences.h"

namespace lodestone::exact {
namespace {

// Counts are whole or, per counted operation, simple fractions; all digits are meant.
std::string count_text(double value) {
  double rounded = std::round(value);
  std::string text = fmt::format("{}", static_cast<long long>(std::fabs(rounded)));
  if (std::fabs(value - rounded) > 5e-4) {
    text = fixed(std::fabs(value), 3);
    return (value < 0 ? "-" : "") + text;
  }
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<size_t>(at), ",");
  return (value < 0 ? "-" : "") + text;
}

std::string signed_text(double value) {
  if (value == 0) return "0";
  return (value > 0 ? "+" : "") + count_text(value);
}

std::string percent_text(const std::optional<double>& value) {
  if (!value) return "";
  if (*value == 0) return "0 %";
  return fmt::format("{}{} %", *value < 0 ? "-" : "+", fixed(std::fabs(*value), 2));
}

const WorkloadOutcome* outcome_of(const ArmOutcome& arm, const std::string& workload) {
  for (const WorkloadOutcome& outcome : arm.workloads)
    if (outcome.workload == workload) return &outcome;
  return nullptr;
}

void add_functions(std::string& text, const Differences& differences, double per_operation,
                   bool all) {
  size_t shown = all ? differences.functions.size() : differences.telling();
  if (differences.functions.empty()) return;
  if (shown > 0)
    text += fmt::format("    {:<40}{:>12}{:>12}{:>10}  {}\n", "function", "base", "new", "change",
                        "how");
  for (size_t i = 0; i < shown; ++i) {
    const FunctionDifference& f = differences.functions[i];
    text +=
        fmt::format("    {:<40}{:>12}{:>12}{:>10}  {}\n", f.function,
                    count_text(static_cast<double>(f.base.instructions) / per_operation),
                    count_text(static_cast<double>(f.new_.instructions) / per_operation),
                    signed_text(static_cast<double>(f.instructions()) / per_operation), f.reason());
  }
  size_t others = 0;
  std::vector<std::string> varying;
  for (size_t i = shown; i < differences.functions.size(); ++i) {
    if (differences.functions[i].by_state)
      varying.push_back(differences.functions[i].function);
    else
      ++others;
  }
  if (others > 0)
    text += fmt::format(
        "    {} more functions differ, with less than 1 % of the change or other code of the same "
        "length\n",
        others);
  if (varying.empty()) return;
  size_t named = std::min<size_t>(varying.size(), 4);
  std::string more =
      varying.size() > named ? fmt::format(" and {} more", varying.size() - named) : "";
  varying.resize(named);
  text += fmt::format("    varying by state, not in the change: {}{}\n", join(varying, ", "), more);
}

void add_beside(std::string& text, const char* side, const WorkloadOutcome& outcome) {
  const Distribution& kernel = outcome.counts[0];
  auto mode = kernel.mode();
  text += fmt::format("    {:<5}", side);
  if (mode) {
    double share = 100 * kernel.share_of(*mode);
    text += fmt::format("usual in {} % of {} operations",
                        fixed(share > 99.9 && share < 100 ? 99.9 : share, 1), kernel.operations());
  } else {
    text += fmt::format("no usual value in {} operations", kernel.operations());
  }
  text += fmt::format("; median {}, quartiles {} to {}, 99 % below {}; beside the path",
                      count_text(static_cast<double>(kernel.quantile(0.5))),
                      count_text(static_cast<double>(kernel.quantile(0.25))),
                      count_text(static_cast<double>(kernel.quantile(0.75))),
                      count_text(static_cast<double>(kernel.quantile(0.99))));
  for (size_t c = 1; c < cause_count; ++c)
    text +=
        fmt::format("{} {} {}", c == 1 ? "" : ",", cause_names[c], fixed(outcome.foreign[c], 1));
  text += '\n';
  if (!outcome.has_path) return;
  const BranchCounts& branches = outcome.kernel_branches;
  text += fmt::format(
      "          in the kernel: entry {}, work {}, exit {}; conditional branches taken {}, not "
      "taken "
      "{}{}; jumps {}, calls {}, indirect {}, returns {}\n",
      outcome.sources.entry, outcome.sources.work, outcome.sources.exit, branches.conditional_taken,
      branches.conditional_not_taken,
      branches.conditional_unknown > 0
          ? fmt::format(", either way {}", branches.conditional_unknown)
          : "",
      branches.jumps, branches.calls, branches.indirect_calls + branches.indirect_jumps,
      branches.returns);
}

void add_memory(std::string& text, const ArmOutcome& arm, const std::string& workload,
                uint64_t operations, bool all) {
  for (const MemoryOutcome& memory : arm.memory)
    if (memory.workload == workload) text += memory_text(memory, operations, all);
}

void add_pair(std::string& text, const PairComparison& pair, const ArmOutcome& base,
              const ArmOutcome& new_, const TextOptions& options) {
  text += fmt::format("\nbase {}\nnew  {}\n", pair.base.label, pair.new_.label);
  std::string workload;
  for (size_t i = 0; i < pair.rows.size(); ++i) {
    const ComparisonRow& row = pair.rows[i];
    const bool said = row.workload == workload && row.note == pair.rows[i - 1].note;
    if (row.workload != workload) {
      workload = row.workload;
      text += fmt::format("\n  {:<42}{:>12}{:>12}{:>10}{:>10}  {}\n", workload + " (per operation)",
                          "base", "new", "change", "", "verdict");
    }
    text += fmt::format(
        "  {:<42}{:>12}{:>12}{:>10}{:>10}  {}{}\n", "  " + row.metric.title,
        count_text(row.base.center.value_or(0)), count_text(row.new_.center.value_or(0)),
        signed_text(row.difference.value_or(0)), percent_text(row.change_percent),
        name_of(row.verdict), row.note.empty() || said ? "" : " (" + row.note + ")");
    bool last = i + 1 == pair.rows.size() || pair.rows[i + 1].workload != workload;
    if (!last || options.columns) continue;
    const WorkloadOutcome* a = outcome_of(base, workload);
    const WorkloadOutcome* b = outcome_of(new_, workload);
    if (a == nullptr || b == nullptr) continue;
    add_functions(text, kernel_differences(*a, *b), a->counted, options.all);
    Differences user = differences_of(a->user, b->user);
    if (!user.same_counts()) add_functions(text, user, a->counted, options.all);
    add_beside(text, "base", *a);
    add_memory(text, base, workload, a->operations, options.all);
    add_beside(text, "new", *b);
    add_memory(text, new_, workload, b->operations, options.all);
  }
}

}  // namespace

std::string findings_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += "\n" + finding.code + ": " + finding.text + "\n";
    if (!finding.reason.empty()) text += "  why: " + finding.reason + "\n";
    if (!finding.remedy.empty()) text += "  try: " + finding.remedy + "\n";
  }
  return text;
}

std::string comparison_text(const Session& session, const Comparison& comparison,
                            const TextOptions& options) {
  std::string text = comparison.headline.sentence + "\n";
  std::vector<Finding> findings = comparison.findings;
  for (size_t i = 0; i < comparison.pairs.size(); ++i) {
    add_pair(text, comparison.pairs[i], session.arms[0], session.arms[i + 1], options);
    for (const Finding& finding : comparison.pairs[i].findings) add_finding(findings, finding);
  }
  text += fmt::format(
      "\nQEMU {}, {}; {} boots a side\n", session.emulator.version, session.arms[0].arm.cpu,
      std::max(session.arms[0].boots, session.arms.size() > 1 ? session.arms[1].boots : 0));
  return text + findings_text(findings);
}

std::string arm_text(const ArmOutcome& arm, const TextOptions& options) {
  std::string text;
  for (const WorkloadOutcome& outcome : arm.workloads) {
    if (!outcome.has_result()) continue;
    text += fmt::format("\n{} (per operation)\n", outcome.workload);
    for (size_t q = 0; q < quantities; ++q) {
      const Distribution& counts = outcome.counts[q];
      if (q >= first_memory_quantity && counts.all_zero()) continue;
      auto mode = counts.mode();
      const std::vector<double>& boots = outcome.by_boot[q];
      text += fmt::format(
          "  {:<22}{:>12}  {}{}\n", quantity_names[q], count_text(outcome.headline(q)),
          mode ? fmt::format("{} % of operations", fixed(100 * counts.share_of(*mode), 1))
               : "smallest",
          boots.empty() ? ""
                        : fmt::format("; {} to {} in {} boots",
                                      count_text(*std::min_element(boots.begin(), boots.end())),
                                      count_text(*std::max_element(boots.begin(), boots.end())),
                                      boots.size()));
    }
    add_beside(text, "", outcome);
    add_memory(text, arm, outcome.workload, outcome.operations, options.all);
    std::vector<std::pair<std::string, FunctionCount>> functions(outcome.kernel.begin(),
                                                                 outcome.kernel.end());
    std::stable_sort(functions.begin(), functions.end(), [](const auto& a, const auto& b) {
      return a.second.instructions > b.second.instructions;
    });
    size_t shown = options.all ? functions.size() : std::min<size_t>(functions.size(), 12);
    text += fmt::format("    {:<48}{:>14}{:>10}\n", "kernel function", "instructions", "calls");
    for (size_t i = 0; i < shown; ++i)
      text += fmt::format(
          "    {:<48}{:>14}{:>10}\n", functions[i].first,
          count_text(static_cast<double>(functions[i].second.instructions) / outcome.counted),
          count_text(static_cast<double>(functions[i].second.calls) / outcome.counted));
    if (shown < functions.size())
      text += fmt::format("    {} more functions (--all)\n", functions.size() - shown);
  }
  return text;
}

}  // namespace lodestone::exact
