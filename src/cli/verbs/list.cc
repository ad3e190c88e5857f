// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/verb.h"
#include "measure/plan.h"
#include "model/unixbench.h"
#include "report/style.h"
#include "report/table.h"

namespace lodestone::verb_list {
namespace {

constexpr Option options[] = {
    {"--parameters", nullptr, "show the parameters and the further quantities too"},
    {"--groups", nullptr, "show UnixBench's groups and their tests"},
    option_json,
    option_color};

std::vector<std::string> flag_names(const lodestone_workload& workload) {
  std::vector<std::string> names;
  if (workload.flags & LODESTONE_PROCESSES) names.push_back("process");
  if (workload.flags & LODESTONE_THREADS) names.push_back("thread");
  return names;
}

Json document_of(const lodestone_workload& workload) {
  Json parameters = Json::array(), quantities = Json::array();
  for (const auto* p = workload.parameters; p && p->name; ++p)
    parameters.push_back({{"name", p->name}, {"default", p->value}, {"meaning", p->meaning}});
  for (const Metric& metric : further_metrics(workload))
    quantities.push_back({{"metric", metric.id},
                          {"unit", metric.unit},
                          {"better", name_of(metric.better)},
                          {"kind", name_of(metric.kind)}});
  const Metric metric = main_metric(workload);
  return {{"id", workload.name},
          {"title", workload.title},
          {"operation", workload.operation},
          {"meaning", workload.meaning},
          {"counterpart", workload.counterpart},
          {"exercises", workload.exercises},
          {"note", workload.note},
          {"metric", metric.id},
          {"unit", metric.unit},
          {"better", name_of(metric.better)},
          {"modes", flag_names(workload)},
          {"single", (workload.flags & LODESTONE_SINGLE) != 0},
          {"files", (workload.flags & LODESTONE_NEEDS_FILES) != 0},
          {"exact", (workload.flags & LODESTONE_NO_GUEST) == 0},
          {"parameters", std::move(parameters)},
          {"quantities", std::move(quantities)}};
}

void print_groups() {
  for (const char* name : unixbench_group_names)
    fmt::print("{:<12}{}\n", name, join(unixbench_group(name), " "));
}

void print_workload(const lodestone_workload& workload, bool parameters) {
  fmt::print("{}  {}\n    {}\n", workload.name, workload.title, workload.operation);
  if (workload.meaning && *workload.meaning) fmt::print("    means: {}\n", workload.meaning);
  if (workload.note && *workload.note) fmt::print("    differs: {}\n", workload.note);
  if (!parameters) return;
  for (const auto* p = workload.parameters; p && p->name; ++p)
    fmt::print("    {}={}  {}\n", p->name, p->value, p->meaning);
  for (const Metric& metric : further_metrics(workload))
    fmt::print("    also gives {} ({})\n", metric.id, metric.unit);
}

Result<int> run(const Arguments& arguments) {
  if (arguments.has("--groups") && !arguments.has("--json")) {
    print_groups();
    return 0;
  }
  std::vector<Selected> selected;
  if (arguments.positional.empty()) {
    for (const lodestone_workload* workload : workload_table) selected.push_back({workload, {}});
  } else {
    LODESTONE_ASSIGN(selected, select_workloads(arguments.positional));
  }
  if (arguments.has("--json")) {
    Json workloads = Json::array(), groups = Json::object();
    for (const Selected& one : selected) workloads.push_back(document_of(*one.workload));
    for (const char* name : unixbench_group_names) groups[name] = unixbench_group(name);
    fmt::print("{}\n", to_text({{"schema", "lodestone.list/1"},
                                {"workloads", std::move(workloads)},
                                {"groups", std::move(groups)}}));
    return 0;
  }
  LODESTONE_ASSIGN(const Style style,
                   style_for_output(arguments.value("--color").value_or("auto")));
  if (!arguments.positional.empty() || arguments.has("--parameters")) {
    for (const Selected& one : selected)
      print_workload(*one.workload, arguments.has("--parameters"));
    return 0;
  }
  Table table;
  table.column("workload", Table::Align::left);
  table.column("unit", Table::Align::left);
  table.column("one operation", Table::Align::left);
  size_t room = style.width - 6, widest_name = 0, widest_unit = 0;
  for (const Selected& one : selected) {
    widest_name = std::max(widest_name, std::string_view(one.workload->name).size());
    widest_unit = std::max(widest_unit, std::string_view(one.workload->unit).size());
  }
  room -= std::min(room - 20, widest_name + widest_unit);
  for (const Selected& one : selected) {
    std::string operation = one.workload->operation;
    if (display_width(operation) > room) operation = operation.substr(0, room - 3) + "...";
    table.row({one.workload->name, one.workload->unit, operation});
  }
  fmt::print("{}", table.text(style));
  fmt::print("\nlodestone list NAME... says more of some; --groups shows UnixBench's groups.\n");
  return 0;
}

}  // namespace

extern const Verb verb_list{
    "list",
    "show the workloads",
    "[OPTIONS] [WORKLOAD...]",
    "Shows every workload, or those named: ids, globs, suites (scale), UnixBench's groups (index, "
    "fs) and bare test names "
    "(pipe). For each: what one operation is, what the number means and what it does not, and "
    "where it differs from the "
    "test of another suite that does the same work.",
    options,
    "lodestone list\nlodestone list pipe context1 --parameters\nlodestone list 'scale/*' --json",
    run};

}  // namespace lodestone::verb_list
