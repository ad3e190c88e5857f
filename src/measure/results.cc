// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/results.h"

#include <algorithm>
#include <cmath>

#include "measure/instruments.h"
#include "measure/like_lmbench.h"
#include "measure/scaling_law.h"
#include "measure/unixbench_results.h"
#include "model/scaling.h"
#include "stats/distribution.h"
#include "stats/sample.h"

namespace lodestone {
namespace {

std::string mode_of(const Condition& condition) {
  return condition.threads ? "thread" : "process";
}

bool belongs(const Pass& pass, const Condition& condition) {
  return !is_instrumented(pass) && pass.workload == condition.workload->name &&
         pass.parameters == condition.parameters && pass.mode == mode_of(condition) &&
         static_cast<int>(pass.copies.size()) == condition.copies && !pass.failed();
}

double value_of(const Pass& pass, const lodestone_workload& workload) {
  if (const auto like = pass.parameters.find("like");
      like != pass.parameters.end() && like->second == "lmbench")
    return lmbench_value(workload, pass);
  double total = 0, operations = 0, seconds = 0;
  for (const Copy& copy : pass.copies) {
    total +=
        main_value(workload, static_cast<double>(copy.operations), copy.seconds, pass.parameters);
    operations += static_cast<double>(copy.operations);
    seconds += copy.seconds;
  }
  return workload.value == LODESTONE_RATE
             ? total
             : main_value(workload, operations, seconds, pass.parameters);
}

std::vector<Measurement> measurements_of(const std::vector<const Pass*>& passes,
                                         const lodestone_workload& workload) {
  std::vector<Measurement> found;
  Measurement main;
  main.metric = main_metric(workload);
  for (const Pass* pass : passes)
    main.samples.push_back({value_of(*pass, workload), pass->boot, pass->block, pass->process});
  found.push_back(std::move(main));
  for (const Metric& metric : further_metrics(workload)) {
    const std::string name = metric.id.substr(std::string(workload.name).size() + 1);
    Measurement further;
    further.metric = metric;
    for (const Pass* pass : passes) {
      double total = 0;
      int count = 0;
      for (const Copy& copy : pass->copies)
        if (const auto value = copy.values.find(name); value != copy.values.end()) {
          total += value->second;
          ++count;
        }
      if (count > 0)
        further.samples.push_back({total / count, pass->boot, pass->block, pass->process});
    }
    if (!further.samples.empty()) found.push_back(std::move(further));
  }
  return found;
}

}  // namespace

void settle_center(Measurement& measurement) {
  std::vector<double> values;
  for (const Sample& sample : measurement.samples) values.push_back(sample.value);
  measurement.n = static_cast<long long>(values.size());
  if (values.empty()) return;
  const bool positive =
      std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
  const double plain_mean = stats::mean(values).value_or(0);
  if (const auto deviation = stats::standard_deviation(values); deviation && plain_mean != 0)
    measurement.spread_percent = *deviation / std::abs(plain_mean) * 100;
  const bool never_negative =
      std::all_of(values.begin(), values.end(), [](double value) { return value >= 0; });
  const bool alike = std::all_of(values.begin(), values.end(),
                                 [&](double value) { return value == values.front(); });
  const double only = values.front();
  if (positive)
    for (double& value : values) value = std::log(value);
  const double mean = stats::mean(values).value_or(0);
  // exp(log(1236)) is 1235.9999999995.
  measurement.center = alike ? only : positive ? std::exp(mean) : mean;
  if (alike && values.size() > 1) {
    measurement.interval[0] = measurement.interval[1] = only;
    return;
  }
  const auto deviation = stats::standard_deviation(values);
  if (!deviation || values.size() < 2) return;
  const double n = static_cast<double>(values.size());
  const double half = stats::t_quantile(0.975, n - 1) * *deviation / std::sqrt(n);
  measurement.interval[0] = positive ? std::exp(mean - half) : mean - half;
  measurement.interval[1] = positive ? std::exp(mean + half) : mean + half;
  // Counts with a zero among them: what has no logarithm still is not negative.
  if (never_negative && *measurement.interval[0] < 0) measurement.interval[0] = 0;
}

void summarize(const Plan& plan, Run& run) {
  run.workloads.clear();
  for (const Condition& condition : plan.conditions) {
    std::vector<const Pass*> passes;
    for (const Pass& pass : run.passes)
      if (belongs(pass, condition)) passes.push_back(&pass);
    if (passes.empty()) continue;
    WorkloadResult result;
    result.id = condition.workload->name;
    result.copies = condition.copies;
    result.mode = mode_of(condition);
    result.parameters = condition.parameters;
    result.metrics = measurements_of(passes, *condition.workload);
    if (const auto planned = passes[0]->values.find("planned_seconds");
        planned != passes[0]->values.end())
      result.pass_seconds = planned->second;
    for (Measurement& measurement : result.metrics) settle_center(measurement);
    add_unixbench_index(result, passes, plan.like);
    run.workloads.push_back(std::move(result));
  }
  add_unixbench_scores(run, plan.like);
  add_scaling_results(run);
  add_scaling_law(run);
  for (WorkloadResult& result : run.workloads)
    for (Measurement& measurement : result.metrics)
      if (!measurement.n) settle_center(measurement);
  add_instrument_results(run);
}

}  // namespace lodestone
