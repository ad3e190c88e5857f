// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/plural.h"
#include "base/text.h"
#include "report/progress_line.h"
#include "report/table.h"

namespace lodestone {
namespace {

// Of the workload's own metrics the part behind its id; collected ones keep their whole name.
std::string name_within(const WorkloadResult& result, const std::string& id) {
  return id.starts_with(result.id + ".") ? id.substr(result.id.size() + 1) : id;
}

std::string condition_text(const WorkloadResult& result) {
  std::string text = result.id;
  for (const auto& [name, value] : result.parameters)
    if (name != "like") text += " " + name + "=" + value;
  if (result.mode != "process") text += " (" + result.mode + "s)";
  return text;
}

std::string interval_text(const Measurement& m) {
  if (!m.interval[0] || !m.interval[1]) return "";
  return human(*m.interval[0]) + " .. " + human(*m.interval[1]);
}

// The scaling report shows what belongs to a whole sweep, and idle and fairness of each count.
bool shown(const WorkloadResult& result, const Measurement& m) {
  if (result.id.starts_with("scale/") &&
      (result.mode == "sweep" || m.metric.id.ends_with(".idle") ||
       m.metric.id.ends_with(".fairness")))
    return false;
  return !m.metric.id.ends_with(".index");
}

// How many statistics each collector gave, where they are too many to be read among results.
std::map<std::string_view, size_t> too_many_to_show(const Run& run) {
  constexpr size_t readable = 30;
  std::map<std::string_view, size_t> found;
  size_t total = 0;
  for (const WorkloadResult& result : run.workloads)
    for (const Measurement& m : result.metrics)
      if (const std::string_view id = m.metric.id; m.center && is_of_the_system(result.id, id)) {
        ++found[id.substr(0, id.find('.'))];
        ++total;
      }
  return total > readable ? found : decltype(found){};
}

std::string index_of(const WorkloadResult& result) {
  for (const Measurement& m : result.metrics)
    if (m.metric.id.ends_with(".index") && m.center) return fixed(*m.center, 1);
  return "";
}

}  // namespace

std::string run_report(const Run& run, const Style& style) {
  const auto fact = [&](const char* name) { return run.context.get(name).value_or("unknown"); };
  std::string out = fmt::format("{}: {}, {} CPUs, Linux {}, {}\n",
                                !run.label.empty() ? run.label
                                : !run.id.empty()  ? run.id
                                                   : "not stored",
                                fact("cpu_model"), fact("cpus"), fact("kernel"), run.started);
  Table table;
  table.column("workload", Table::Align::left);
  table.column("copies");
  table.column("value");
  table.column("unit", Table::Align::left);
  table.column("95 % interval");
  table.column("spread");
  table.column("n");
  table.column("index");
  std::string scores;
  const auto many = too_many_to_show(run);
  for (const WorkloadResult& result : run.workloads)
    for (const Measurement& m : result.metrics) {
      if (!shown(result, m) || !m.center) continue;
      if (!many.empty() && is_of_the_system(result.id, m.metric.id)) continue;
      if (m.metric.id == "unixbench.score") {
        const std::string interval = interval_text(m);
        scores += fmt::format("{}: {} with {} cop{}{}\n", m.metric.id, fixed(*m.center, 1),
                              result.copies, result.copies == 1 ? "y" : "ies",
                              interval.empty() ? "" : ", 95 % interval " + interval);
        continue;
      }
      const bool main = &m == &result.metrics[0];
      table.row({main ? condition_text(result) : "  " + name_within(result, m.metric.id),
                 std::to_string(result.copies), human(*m.center), std::string(m.metric.unit),
                 interval_text(m), m.spread_percent ? fixed(*m.spread_percent, 1) + " %" : "",
                 std::to_string(m.n.value_or(0)), main ? index_of(result) : ""});
    }
  if (!table.empty()) out += "\n" + table.text(style);
  if (!many.empty()) {
    std::vector<std::string> counts;
    for (const auto& [collector, count] : many)
      counts.push_back(fmt::format("{} {}", collector, count));
    out += fmt::format("\ncollected: {}\n", join(counts, ", "));
    out += run.id.empty() ? "--json or --export csv=FILE would keep them\n"
                          : fmt::format("lodestone store show {} prints them\n", run.id);
  }
  if (!scores.empty())
    out += "\n" + style.paint(Tone::strong, scores) + "score rule: " + fact("score_rule") + "\n";
  if (!run.findings.empty()) out += "\n";
  for (const Finding& finding : run.findings) {
    out += finding.code + ": " + finding.text;
    if (!finding.reason.empty()) out += "; " + finding.reason;
    if (!finding.remedy.empty()) out += "; " + finding.remedy;
    out += "\n";
  }
  return out;
}

std::string plan_report(const Plan& plan, const Style& style) {
  Table table;
  table.column("workload", Table::Align::left);
  table.column("copies");
  table.column("mode", Table::Align::left);
  table.column("passes");
  table.column("seconds each");
  table.column("expected");
  for (size_t i = 0; i < plan.conditions.size(); ++i) {
    const Condition& condition = plan.conditions[i];
    int passes = 0;
    double seconds = 0, expected = 0;
    for (const PlannedPass& pass : plan.passes) {
      if (pass.condition != i) continue;
      ++passes;
      seconds = pass.seconds;
      expected += pass.expected_seconds;
    }
    std::string name = condition.workload->name;
    for (const auto& [parameter, value] : condition.parameters)
      name += " " + parameter + "=" + value;
    table.row({name, std::to_string(condition.copies), condition.threads ? "thread" : "process",
               std::to_string(passes), human(seconds), duration_text(expected)});
  }
  std::string out = table.text(style);
  out +=
      fmt::format("\n{}, about {}; ", counted(static_cast<long long>(plan.passes.size()), "pass"),
                  duration_text(plan.expected_seconds()));
  out += plan.like.empty() ? fmt::format("order from seed {}:\n", plan.seed)
                           : "in " + plan.like + "'s order:\n";
  for (const PlannedPass& pass : plan.passes)
    out += fmt::format("  block {:>2}  {}\n", pass.block + 1,
                       describe(plan.conditions[pass.condition]));
  return out;
}

}  // namespace lodestone
