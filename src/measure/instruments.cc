// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/instruments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "measure/unixbench_results.h"
#include "stats/welch.h"
#include "sys/cpus.h"

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

// All that were done while the counters ran: the windows of a warm-up that is not scored too.
double operations_of(const Pass& pass) {
  double operations = 0;
  for (const Copy& copy : pass.copies) {
    double of_windows = 0;
    for (const Window& window : copy.windows) of_windows += static_cast<double>(window.operations);
    operations += std::max(of_windows, static_cast<double>(copy.operations));
  }
  return operations;
}

std::vector<double> logs_of(std::vector<double> rates) {
  for (double& rate : rates) rate = std::log(rate);
  return rates;
}

void add_cost(const WorkloadResult& result, Run& run) {
  std::vector<double> scored, instrumented;
  for (const Pass& pass : run.passes) {
    if (pass.workload != result.id || pass.parameters != result.parameters ||
        pass.mode != result.mode || static_cast<int>(pass.copies.size()) != result.copies ||
        pass.failed())
      continue;
    if (const double rate = operation_rate(pass); rate > 0)
      (is_instrumented(pass) ? instrumented : scored).push_back(rate);
  }
  if (auto finding =
          cost_of_counting(fmt::format("{} x{}", result.id, result.copies), scored, instrumented))
    add_finding(run.findings, *std::move(finding));
}

}  // namespace

bool is_instrumented(const Pass& pass) {
  return pass.values.contains("instrumented");
}

Result<Instruments> Instruments::create(const Root& root, const InstrumentOptions& options) {
  Instruments instruments;
  instruments.root_ = root;
  instruments.options_ = options;
  if (!options.counters.empty()) {
    LODESTONE_ASSIGN(instruments.counters_,
                     CounterSession::create(root, system_perf(), options.counters));
  }
  if (!options.collectors.empty()) {
    LODESTONE_ASSIGN(const auto chosen, select_collectors(options.collectors));
    instruments.sampler_ = std::make_unique<Sampler>(root, chosen);
  }
  return instruments;
}

double operation_rate(const Pass& pass) {
  double rate = 0;
  for (const Copy& copy : pass.copies)
    if (copy.seconds > 0) rate += static_cast<double>(copy.operations) / copy.seconds;
  return rate;
}

// Rates with and without, of the same workload under the same conditions. A time-shared machine
// moves them too: a cost is only what Welch's 95 % interval of the ratio sets apart from 0.
// Counting cannot make anything faster, so that a rise is the machine's, which moved between the
// two.
std::optional<Finding> cost_of_counting(const std::string& what, const std::vector<double>& scored,
                                        const std::vector<double>& instrumented) {
  if (scored.empty() || instrumented.empty()) return std::nullopt;
  const std::string passes =
      fmt::format("{} instrumented and {} scored passes", instrumented.size(), scored.size());
  const auto estimate = stats::welch(logs_of(scored), logs_of(instrumented));
  if (!estimate)
    return Finding{"F510 cost-of-counting", what + ": what counting costs is undecided",
                   passes + ": two of each are needed", "--passes 3 or more"};
  const stats::Interval interval = stats::t_interval(*estimate, 0.05);
  const std::string change =
      fmt::format("{:+.1f} % [{:+.1f}, {:+.1f}] operations a second with counters and collectors",
                  100 * std::expm1(estimate->value), 100 * std::expm1(interval.low),
                  100 * std::expm1(interval.high));
  if (interval.high < 0)
    return Finding{"F510 cost-of-counting", what + ": " + change, passes,
                   std::expm1(estimate->value) < -0.05
                       ? "count fewer events, or whole CPUs (--counters-cpus)"
                       : ""};
  return Finding{"F510 cost-of-counting",
                 what + ": what counting costs is undecided (" + change + ")",
                 interval.low > 0
                     ? passes + "; counting makes nothing faster: the machine changed between them"
                     : passes + ": their spread hides it",
                 ""};
}

void Instruments::begin(int pid, const std::vector<int>& cpus) {
  if (sampler_) sampler_->begin(pid);
  if (counters_) counters_->attach(pid, options_.count_cpus.empty() ? cpus : options_.count_cpus);
}

void Instruments::end(Pass& pass) {
  pass.values["instrumented"] = 1;
  if (counters_) {
    const Counted counted = counters_->finish();
    pass.values.insert(counted.values.begin(), counted.values.end());
    for (const Finding& finding : counted.findings) add_finding(pass.findings, finding);
  }
  if (sampler_) {
    const Collected collected = sampler_->end();
    pass.values.insert(collected.values.begin(), collected.values.end());
    pass.values["collect.cpu_seconds"] = collected.cpu_seconds;
    for (const auto& [name, error] : collected.unavailable)
      add_finding(pass.findings,
                  {"F511 not-collected", name + ": " + error.what, error.why, error.hint});
  }
}

// Those that the copies may use.
std::vector<int> Instruments::cpus_to_count(const PassRequest& request) const {
  if (options_.count_tasks || !request.workload || !switches_tasks(*request.workload)) return {};
  std::set<int> cpus(request.cpus.begin(), request.cpus.end());
  for (const auto& set : request.cpu_sets) cpus.insert(set.begin(), set.end());
  if (cpus.empty()) return usable_cpus(root_).allowed;
  return {cpus.begin(), cpus.end()};
}

Result<Pass> Instruments::execute(PassRequest request) {
  const auto before = request.attach;
  const std::vector<int> cpus = cpus_to_count(request);
  // A copy that cannot be set up (its CPU went away) ends the pass before it is attached to.
  bool begun = false;
  request.attach = [&](int pid) -> Result<void> {
    if (before) LODESTONE_TRY(before(pid));
    begun = true;
    begin(pid, cpus);
    return {};
  };
  auto pass = execute_pass(request);
  Pass discarded;
  if (begun)
    end(pass ? *pass : discarded);
  else if (pass)
    pass->values["instrumented"] = 1;
  return pass;
}

std::vector<InstrumentValue> instrument_values(const std::string& workload, const Pass& pass) {
  std::vector<InstrumentValue> found;
  const double operations = operations_of(pass);
  for (const auto& [name, value] : pass.values)
    if (is_count(name)) {
      if (operations > 0) found.push_back({counter_metric(workload, name), value / operations});
    } else if (is_collected(name)) {
      found.push_back({collected_metric(name), value});
    }
  return found;
}

void add_instrument_results(Run& run) {
  for (WorkloadResult& result : run.workloads) {
    std::map<std::string, Measurement> found;
    for (const Pass& pass : run.passes) {
      if (!belongs(pass, result)) continue;
      for (InstrumentValue& one : instrument_values(result.id, pass)) {
        Measurement& measurement = found[one.metric.id];
        measurement.metric = std::move(one.metric);
        measurement.samples.push_back({one.value, pass.boot, pass.block, pass.process});
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
