// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/scaling.h"

#include <algorithm>

namespace lodestone {
namespace {

using Cell = ScalingCell ScalingRow::*;

std::optional<double> per_task(const std::vector<ScalingRow>& rows, Cell mode) {
  double sum = 0;
  int count = 0;
  for (const ScalingRow& row : rows) {
    if (!(row.*mode).rate) continue;
    sum += *(row.*mode).rate / row.tasks;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

void fill_linear(std::vector<ScalingRow>& rows) {
  if (rows.empty() || rows.front().tasks != 1) return;
  std::optional<double> one = rows.front().processes.rate;
  if (const auto& threads = rows.front().threads.rate; threads && (!one || *threads > *one))
    one = threads;
  if (!one || *one <= 0) return;
  for (ScalingRow& row : rows) row.linear = *one * row.tasks;
}

ScalingRow& row_of(std::vector<ScalingRow>& rows, int tasks) {
  auto at = std::lower_bound(rows.begin(), rows.end(), tasks,
                             [](const ScalingRow& row, int count) { return row.tasks < count; });
  if (at == rows.end() || at->tasks != tasks) {
    at = rows.insert(at, ScalingRow{});
    at->tasks = tasks;
  }
  return *at;
}

ScalingCell cell_of(const Pass& pass) {
  ScalingCell cell;
  cell.rate = total_rate(pass);
  cell.failed = !cell.rate;
  if (auto idle = pass.values.find("idle_percent"); idle != pass.values.end())
    cell.idle_percent = idle->second;
  std::vector<double> rates;
  if (cell.rate)
    for (const Copy& copy : pass.copies)
      rates.push_back(static_cast<double>(copy.operations) / copy.seconds);
  cell.fairness = jain_fairness(rates);
  return cell;
}

bool empty(const ScalingCell& cell) {
  return !cell.rate && !cell.failed;
}

// A mean of the values that are there.
struct Mean {
  double sum = 0;
  int count = 0;
  void add(const std::optional<double>& value) {
    if (!value) return;
    sum += *value;
    ++count;
  }
  std::optional<double> get() const { return count ? std::optional(sum / count) : std::nullopt; }
};

ScalingCell mean_cell(const std::vector<ScalingSweep>& sweeps, int tasks, Cell mode) {
  Mean rate, idle, fairness;
  bool failed = false;
  for (const ScalingSweep& sweep : sweeps)
    for (const ScalingRow& row : sweep.rows) {
      if (row.tasks != tasks) continue;
      const ScalingCell& cell = row.*mode;
      rate.add(cell.rate);
      idle.add(cell.idle_percent);
      fairness.add(cell.fairness);
      failed |= cell.failed;
    }
  return {rate.get(), idle.get(), fairness.get(), failed};
}

Measurement& measurement_of(WorkloadResult& result, const Metric& metric) {
  for (Measurement& m : result.metrics)
    if (m.metric.id == metric.id) return m;
  result.metrics.emplace_back().metric = metric;
  return result.metrics.back();
}

WorkloadResult& result_of(Run& run, const ScalingSweep& sweep, int copies,
                          const std::string& mode) {
  for (WorkloadResult& result : run.workloads)
    if (result.id == sweep.workload && result.copies == copies && result.mode == mode &&
        result.parameters == sweep.parameters)
      return result;
  return run.workloads.emplace_back(
      WorkloadResult{sweep.workload, copies, mode, sweep.parameters, {}});
}

}  // namespace

std::optional<double> ScalingSweep::per_process_ops() const {
  return per_task(rows, &ScalingRow::processes);
}
std::optional<double> ScalingSweep::per_thread_ops() const {
  return per_task(rows, &ScalingRow::threads);
}

std::optional<double> ScalingSweep::scalability() const {
  if (rows.empty() || rows.back().tasks == 1 || !rows.back().linear || !rows.back().processes.rate)
    return std::nullopt;
  return *rows.back().processes.rate / *rows.back().linear;
}

std::optional<double> ScalingSweep::workload_sum() const {
  double sum = 0;
  bool any = false;
  for (const ScalingRow& row : rows)
    for (const ScalingCell* cell : {&row.processes, &row.threads})
      if (cell->rate) {
        sum += *cell->rate;
        any = true;
      }
  if (!any) return std::nullopt;
  return sum;
}

std::optional<double> jain_fairness(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (double value : values) {
    sum += value;
    squares += value * value;
  }
  if (squares <= 0) return std::nullopt;
  return sum * sum / (static_cast<double>(values.size()) * squares);
}

std::optional<double> total_rate(const Pass& pass) {
  if (pass.copies.empty() || pass.failed()) return std::nullopt;
  double sum = 0;
  for (const Copy& copy : pass.copies) {
    if (!(copy.seconds > 0)) return std::nullopt;
    sum += static_cast<double>(copy.operations) / copy.seconds;
  }
  return sum;
}

std::vector<ScalingSweep> scaling_sweeps(const std::vector<Pass>& passes) {
  std::vector<ScalingSweep> sweeps;
  for (const Pass& pass : passes) {
    if (pass.values.contains("instrumented"))
      continue;  // counting slows it (measure/instruments.h)
    if (pass.copies.empty()) continue;
    const int tasks = static_cast<int>(pass.copies.size());
    const Cell mode = pass.mode == "thread" ? &ScalingRow::threads : &ScalingRow::processes;
    ScalingSweep* home = nullptr;
    for (ScalingSweep& sweep : sweeps) {
      if (sweep.workload != pass.workload || sweep.arm != pass.arm ||
          sweep.parameters != pass.parameters || sweep.boot != pass.boot ||
          sweep.block != pass.block)
        continue;
      if (empty(row_of(sweep.rows, tasks).*mode)) {
        home = &sweep;
        break;
      }
    }
    if (home == nullptr)
      home = &sweeps.emplace_back(
          ScalingSweep{pass.workload, pass.arm, pass.parameters, pass.boot, pass.block, {}});
    row_of(home->rows, tasks).*mode = cell_of(pass);
  }
  for (ScalingSweep& sweep : sweeps) fill_linear(sweep.rows);
  return sweeps;
}

ScalingSweep mean_sweep(const std::vector<ScalingSweep>& sweeps) {
  ScalingSweep mean;
  if (sweeps.empty()) return mean;
  mean = sweeps.front();
  mean.rows.clear();
  for (const ScalingSweep& sweep : sweeps)
    for (const ScalingRow& row : sweep.rows) row_of(mean.rows, row.tasks);
  for (ScalingRow& row : mean.rows)
    for (Cell mode : {&ScalingRow::processes, &ScalingRow::threads})
      row.*mode = mean_cell(sweeps, row.tasks, mode);
  fill_linear(mean.rows);
  return mean;
}

void add_scaling_results(Run& run, const std::string& prefix, const std::string& arm) {
  int process = 0;
  for (const ScalingSweep& sweep : scaling_sweeps(run.passes)) {
    if (!sweep.workload.starts_with(prefix) || sweep.arm != arm || sweep.rows.empty()) continue;
    auto add = [&](WorkloadResult& result, const Metric& metric, std::optional<double> value) {
      if (value)
        measurement_of(result, metric)
            .samples.push_back({*value, sweep.boot, sweep.block, process});
    };
    for (const ScalingRow& row : sweep.rows)
      for (auto [mode, cell] :
           {std::pair("process", &row.processes), std::pair("thread", &row.threads)}) {
        if (empty(*cell)) continue;
        WorkloadResult& result = result_of(run, sweep, row.tasks, mode);
        add(result, {sweep.workload + ".idle", "idle", "%", Better::neutral, Kind::share},
            cell->idle_percent);
        if (row.tasks > 1)
          add(result,
              {sweep.workload + ".fairness", "Jain fairness", "", Better::higher, Kind::share},
              cell->fairness);
      }
    WorkloadResult& whole = result_of(run, sweep, sweep.rows.back().tasks, "sweep");
    auto name = [&](const char* quantity) { return sweep.workload + "." + quantity; };
    add(whole, {name("per_process_ops"), "per_process_ops", "ops/s", Better::higher, Kind::rate},
        sweep.per_process_ops());
    add(whole, {name("per_thread_ops"), "per_thread_ops", "ops/s", Better::higher, Kind::rate},
        sweep.per_thread_ops());
    add(whole, {name("scalability"), "scalability", "", Better::higher, Kind::share},
        sweep.scalability());
    add(whole, {name("workload"), "workload", "ops/s", Better::higher, Kind::rate},
        sweep.workload_sum());
    ++process;
  }
}

}  // namespace lodestone
