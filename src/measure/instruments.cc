// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/instruments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "measure/unixbench_results.h"

namespace lodestone {
namespace {

bool is_count(std::string_view name) {
  return name.starts_with("perf.");
}

bool is_collected(std::string_view name) {
  const std::string_view group = name.substr(0, name.find('.'));
  return std::any_of(
      collectors.begin(), collectors.end(),
      [&](const StatisticsCollector* collector) { return group == collector->name; });
}

bool belongs(const Pass& pass, const WorkloadResult& result) {
  return is_instrumented(pass) && pass.workload == result.id &&
         pass.parameters == result.parameters && pass.mode == result.mode &&
         static_cast<int>(pass.copies.size()) == result.copies && !pass.failed();
}

double operations_of(const Pass& pass) {
  double operations = 0;
  for (const Copy& copy : pass.copies) operations += static_cast<double>(copy.operations);
  return operations;
}

double rate_of(const Pass& pass) {
  double rate = 0;
  for (const Copy& copy : pass.copies)
    if (copy.seconds > 0) rate += static_cast<double>(copy.operations) / copy.seconds;
  return rate;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Rates with and without, of the same workload under the same conditions. A time-shared machine
// moves them too, so the spread stands beside the difference.
void add_cost(const WorkloadResult& result, Run& run) {
  std::vector<double> plain, counted;
  for (const Pass& pass : run.passes) {
    if (pass.workload != result.id || pass.parameters != result.parameters ||
        pass.mode != result.mode || static_cast<int>(pass.copies.size()) != result.copies ||
        pass.failed())
      continue;
    const double rate = rate_of(pass);
    if (rate > 0) (is_instrumented(pass) ? counted : plain).push_back(rate);
  }
  if (plain.empty() || counted.empty()) return;
  const double change = (median(counted) / median(plain) - 1) * 100;
  const auto [low, high] = std::minmax_element(plain.begin(), plain.end());
  const double range = (*high / *low - 1) * 100;
  add_finding(
      run.findings,
      {"F510 cost-of-counting",
       fmt::format("{} x{}: {:+.1f} % operations a second with counters and collectors", result.id,
                   result.copies, change),
       fmt::format(
           "medians of {} instrumented and {} scored passes; the scored ones range over {:.1f} %",
           counted.size(), plain.size(), range),
       std::abs(change) > 5 && std::abs(change) > range
           ? "count fewer events, or whole CPUs (--counters-cpus)"
           : ""});
}

}  // namespace

bool is_instrumented(const Pass& pass) {
  return pass.values.contains("instrumented");
}

Result<Instruments> Instruments::create(const Root& root, const InstrumentOptions& options) {
  Instruments instruments;
  if (!options.counters.empty()) {
    LODESTONE_ASSIGN(
        instruments.counters_,
        CounterSession::create(root, system_perf(), options.counters, options.count_cpus));
  }
  if (!options.collectors.empty()) {
    LODESTONE_ASSIGN(const auto chosen, select_collectors(options.collectors));
    instruments.sampler_ = std::make_unique<Sampler>(root, chosen);
  }
  return instruments;
}

Result<Pass> Instruments::execute(PassRequest request) {
  const auto before = request.attach;
  request.attach = [&](int pid) -> Result<void> {
    if (before) LODESTONE_TRY(before(pid));
    if (sampler_) sampler_->begin();
    if (counters_) counters_->attach(pid);
    return {};
  };
  auto pass = execute_pass(request);
  if (!pass) return pass;
  pass->values["instrumented"] = 1;
  if (counters_) {
    const Counted counted = counters_->finish();
    pass->values.insert(counted.values.begin(), counted.values.end());
    for (const Finding& finding : counted.findings) add_finding(pass->findings, finding);
  }
  if (sampler_) {
    const Collected collected = sampler_->end();
    pass->values.insert(collected.values.begin(), collected.values.end());
    pass->values["collect.cpu_seconds"] = collected.cpu_seconds;
    for (const auto& [name, reason] : collected.unavailable)
      add_finding(pass->findings, {"F511 not-collected", name, reason, ""});
  }
  return pass;
}

void add_instrument_results(Run& run) {
  for (WorkloadResult& result : run.workloads) {
    std::map<std::string, Measurement> found;
    for (const Pass& pass : run.passes) {
      if (!belongs(pass, result)) continue;
      const double operations = operations_of(pass);
      for (const auto& [name, value] : pass.values) {
        if (!is_count(name) && !is_collected(name)) continue;
        if (is_count(name) && operations <= 0) continue;
        Measurement& measurement = found[name];
        measurement.metric =
            is_count(name) ? counter_metric(result.id, name) : collected_metric(name);
        measurement.samples.push_back(
            {is_count(name) ? value / operations : value, pass.boot, pass.block, pass.process});
      }
      for (const Finding& finding : pass.findings)
        if (finding.code.starts_with("F50") || finding.code.starts_with("F511"))
          add_finding(run.findings, finding);
    }
    if (found.empty()) continue;
    for (auto& [name, measurement] : found) {
      settle_center(measurement);
      result.metrics.push_back(std::move(measurement));
    }
    add_cost(result, run);
  }
}

}  // namespace lodestone
