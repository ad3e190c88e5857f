// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/text.h"
#include "measure/execute.h"
#include "measure/instruments.h"
#include "measure/interleave/subject.h"

namespace lodestone {
namespace {

class WorkloadSubject final : public Subject {
 public:
  WorkloadSubject(const lodestone_workload& workload, const WorkloadOptions& options)
      : workload_(workload), options_(options) {
    name = workload.name;
    copies = options.copies;
    mode = options.threads ? "thread" : "process";
    parameters = options.parameters;
    metrics.push_back({main_metric(workload), Family::headline});
    for (const Metric& metric : further_metrics(workload))
      metrics.push_back({metric, Family::explanation});
  }

  Result<double> prepare(const Arm& arm) override {
    PassRequest request = request_for(arm, {});
    // Two readings must agree: a count found while something else ran would make windows of another
    // length.
    std::vector<uint64_t> readings;
    bool agreed = false;
    for (int i = 0; i < 5 && !agreed; ++i) {
      LODESTONE_ASSIGN(const uint64_t found, calibrate_operations(request));
      for (uint64_t earlier : readings)
        agreed =
            agreed ||
            std::fabs(std::log(static_cast<double>(found) / static_cast<double>(earlier))) < .2;
      readings.push_back(found);
    }
    std::sort(readings.begin(), readings.end());
    operations_ = agreed ? readings.back() : readings[readings.size() / 2];
    if (!agreed)
      findings.push_back({"F304 restless-calibration",
                          name + ": five trials found between " + std::to_string(readings.front()) +
                              " and " + std::to_string(readings.back()) + " operations a window",
                          "the machine is busy; windows may be longer than wanted", ""});
    // One process tells how long windows really are; an operation longer than a window is a window
    // of its own.
    request = request_for(arm, {});
    request.windows = 3;
    const int64_t start = monotonic_ns();
    LODESTONE_ASSIGN(const Pass trial, execute_pass(request));
    double overhead = static_cast<double>(monotonic_ns() - start) * 1e-9;
    if (trial.failed())
      return fail(ErrorCode::failed, name + " cannot run", trial.copies.front().error);
    double window = options_.window_seconds;
    if (auto per_operation = seconds_per_operation(trial, WindowStatistic::median))
      window = *per_operation * static_cast<double>(operations_) * options_.copies;
    overhead = std::max(0.0, overhead - 3 * window);
    windows_ = std::clamp<long long>(std::llround(options_.process_seconds / window), 3, 100);
    return overhead + window * static_cast<double>(windows_);
  }

  Result<Observation> measure(const Arm& arm, int, const FreshProcess& process) override {
    Observation observation;
    const PassRequest request = request_for(arm, process);
    LODESTONE_ASSIGN(observation.pass, process.instruments ? process.instruments->execute(request)
                                                           : execute_pass(request));
    const Pass& pass = observation.pass;
    for (const Copy& copy : pass.copies)
      if (!copy.error.empty() && observation.error.empty()) observation.error = copy.error;
    if (!observation.error.empty()) return observation;
    auto seconds = seconds_per_operation(pass, options_.statistic);
    if (!seconds) {
      observation.error = "no window was measured";
      return observation;
    }
    // A time is that of one copy's operation; a rate is that of all copies together.
    double time = workload_.value == LODESTONE_TIME ? *seconds * options_.copies : *seconds;
    observation.values[metrics.front().metric.id] =
        main_value(workload_, 1, time, options_.parameters);
    for (size_t i = 1; i < metrics.size(); ++i) {
      const std::string& id = metrics[i].metric.id;
      const std::string quantity = id.substr(id.rfind('.') + 1);
      double total = 0;
      size_t found = 0;
      for (const Copy& copy : pass.copies)
        if (auto value = copy.values.find(quantity); value != copy.values.end()) {
          total += value->second;
          ++found;
        }
      if (found) observation.values[id] = total / static_cast<double>(found);
    }
    return observation;
  }

 private:
  PassRequest request_for(const Arm& arm, const FreshProcess& process) const {
    PassRequest request;
    request.workload = &workload_;
    request.program = options_.program;
    request.program_arguments = options_.program_arguments;
    request.copies = options_.copies;
    request.threads = options_.threads;
    request.parameters = options_.parameters;
    request.window_seconds = options_.window_seconds;
    request.windows = windows_;
    request.operations = operations_;
    request.cpus = arm.cpus;
    request.cgroup = arm.cgroup;
    request.environment = arm.environment;
    request.environment.insert(request.environment.end(), process.environment.begin(),
                               process.environment.end());
    // Several copies are spread by the scheduler.
    if (options_.copies == 1) request.begin_on = process.begin_on;
    request.timeout_seconds = timeout_seconds;
    return request;
  }

  const lodestone_workload& workload_;
  WorkloadOptions options_;
  uint64_t operations_ = 0;
  long long windows_ = 80;
};

}  // namespace

std::unique_ptr<Subject> workload_subject(const lodestone_workload& workload,
                                          const WorkloadOptions& options) {
  return std::make_unique<WorkloadSubject>(workload, options);
}

}  // namespace lodestone
