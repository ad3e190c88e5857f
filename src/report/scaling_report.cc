// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/scaling_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/chart.h"
#include "report/table.h"
#include "stats/usl.h"

namespace lodestone {
namespace {

using Mode = ScalingCell ScalingRow::*;

// Rates need no decimals from 100 up, and below no more than four digits.
std::string operations_text(double rate) {
  return rate >= 100 ? human(std::round(rate), 7) : human(rate, 4);
}

std::string count_text(const std::optional<double>& value) {
  return value ? operations_text(*value) : "";
}

std::string rate_text(const ScalingCell& cell) {
  return cell.rate ? operations_text(*cell.rate) : cell.failed ? "failed" : "";
}

std::string percent_text(const std::optional<double>& value) {
  return value ? fixed(*value, 1) : "";
}

bool has(const ScalingSweep& sweep, Mode mode) {
  return std::any_of(sweep.rows.begin(), sweep.rows.end(),
                     [&](const ScalingRow& row) { return (row.*mode).rate || (row.*mode).failed; });
}

void add_mode_cells(std::vector<Cell>& cells, const ScalingRow& row, Mode mode) {
  const ScalingCell& cell = row.*mode;
  cells.emplace_back(rate_text(cell), cell.failed ? Tone::bad : Tone::plain);
  cells.emplace_back(cell.rate ? operations_text(*cell.rate / row.tasks) : "");
  cells.emplace_back(cell.fairness && row.tasks > 1 ? fixed(*cell.fairness, 3) : "");
  cells.emplace_back(percent_text(cell.idle_percent));
}

std::string table_text(const ScalingSweep& sweep, const Style& style) {
  Table table;
  table.column("tasks");
  const bool processes = has(sweep, &ScalingRow::processes),
             threads = has(sweep, &ScalingRow::threads);
  for (const char* name : {processes ? "processes" : "", threads ? "threads" : ""}) {
    if (!*name) continue;
    table.column(name);
    table.column("a task");
    table.column("fair");
    table.column("idle %");
  }
  table.column("linear");
  for (const ScalingRow& row : sweep.rows) {
    std::vector<Cell> cells{std::to_string(row.tasks)};
    if (processes) add_mode_cells(cells, row, &ScalingRow::processes);
    if (threads) add_mode_cells(cells, row, &ScalingRow::threads);
    cells.emplace_back(count_text(row.linear));
    table.row(std::move(cells));
  }
  return table.text(style);
}

std::string derived_text(const ScalingSweep& sweep) {
  std::vector<std::string> parts;
  if (auto value = sweep.per_process_ops())
    parts.push_back("per_process_ops " + operations_text(*value));
  if (auto value = sweep.per_thread_ops())
    parts.push_back("per_thread_ops " + operations_text(*value));
  if (auto value = sweep.scalability()) parts.push_back("scalability " + fixed(*value, 3));
  if (auto value = sweep.workload_sum()) parts.push_back("workload " + operations_text(*value));
  return join(parts, "   ") + "\n";
}

// "0.0312 [0.02, 0.041]"
std::string parameter_text(const stats::UslParameter& parameter) {
  std::string text = human(parameter.value, 3);
  if (parameter.low && parameter.high)
    text += " [" + human(*parameter.low, 3) + ", " + human(*parameter.high, 3) + "]";
  else if (parameter.low)
    text += " [" + human(*parameter.low, 3) + ", no upper limit]";
  return text;
}

std::vector<stats::UslPoint> points_of(const std::vector<ScalingSweep>& sweeps, Mode mode) {
  std::vector<stats::UslPoint> points;
  for (const ScalingSweep& sweep : sweeps)
    for (const ScalingRow& row : sweep.rows)
      if (const auto& rate = (row.*mode).rate; rate && *rate > 0)
        points.push_back({static_cast<double>(row.tasks), *rate});
  return points;
}

// One row of the table of fits; the fitted curve joins the chart if `draw`.
void add_fit(const char* name, const std::vector<stats::UslPoint>& points, Table& table,
             std::string& remarks, Chart* chart) {
  const auto fit = stats::fit_usl(points);
  if (!fit) return;
  table.row({name, parameter_text(fit->rate), parameter_text(fit->contention),
             parameter_text(fit->coherency),
             fit->peak_tasks ? human(*fit->peak_tasks, 3) + " tasks" : "none seen"});
  if (fit->degrees <= 0)
    remarks += fmt::format("{}: no interval from as few points as parameters\n", name);
  if (fit->superlinear)
    remarks +=
        fmt::format("{}: the curve rises above linear, which the law does not describe\n", name);
  if (chart == nullptr || fit->superlinear) return;
  ChartCurve curve{'.', std::string("fit of the ") + name, {}};
  const auto [least, most] = std::minmax_element(
      points.begin(), points.end(), [](const auto& a, const auto& b) { return a.tasks < b.tasks; });
  for (int i = 0; i <= 60; ++i) {
    const double tasks = least->tasks + (most->tasks - least->tasks) * i / 60;
    curve.points.emplace_back(tasks, fit->at(tasks));
  }
  chart->curves.insert(chart->curves.begin(), std::move(curve));
}

std::string sweep_report(const std::vector<ScalingSweep>& sweeps, const Style& style) {
  const ScalingSweep mean = mean_sweep(sweeps);
  std::string name = mean.workload;
  for (const auto& [parameter, value] : mean.parameters)
    if (parameter != "like") name += " " + parameter + "=" + value;
  std::string out = style.paint(Tone::strong, name) + ", operations per second" +
                    (sweeps.size() > 1 ? fmt::format(", means of {} sweeps", sweeps.size()) : "") +
                    "\n";
  out += table_text(mean, style) + derived_text(mean);
  if (mean.rows.size() < 2) return out;
  Chart chart{"tasks", "operations per second", {}, 11};
  ChartCurve processes{'p', "processes", {}}, threads{'t', "threads", {}};
  for (const ScalingRow& row : mean.rows) {
    if (row.processes.rate) processes.points.emplace_back(row.tasks, *row.processes.rate);
    if (row.threads.rate) threads.points.emplace_back(row.tasks, *row.threads.rate);
  }
  const auto process_points = points_of(sweeps, &ScalingRow::processes);
  const auto thread_points = points_of(sweeps, &ScalingRow::threads);
  Table fits;
  for (const char* name : {"fit", "one task", "contention", "coherency", "peak"})
    fits.column(name, *name == 'f' ? Table::Align::left : Table::Align::right);
  std::string remarks;
  add_fit("processes", process_points, fits, remarks, &chart);
  add_fit("threads", thread_points, fits, remarks, process_points.empty() ? &chart : nullptr);
  if (!fits.empty())
    out += "\nUniversal Scalability Law, 95 % intervals\n" + fits.text(style) + remarks;
  chart.curves.push_back(std::move(processes));
  chart.curves.push_back(std::move(threads));
  return out + "\n" + chart_text(chart, style);
}

}  // namespace

std::string scaling_report(const Run& run, const Style& style) {
  std::vector<std::vector<ScalingSweep>> groups;
  for (ScalingSweep& sweep : scaling_sweeps(run.passes)) {
    if (!sweep.workload.starts_with("scale/")) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& other) {
      return other[0].workload == sweep.workload && other[0].parameters == sweep.parameters &&
             other[0].arm == sweep.arm;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<ScalingSweep>{});
    group->push_back(std::move(sweep));
  }
  std::string out;
  for (const auto& group : groups) out += (out.empty() ? "" : "\n") + sweep_report(group, style);
  return out;
}

}  // namespace lodestone
