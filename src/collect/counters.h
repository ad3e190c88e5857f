// SPDX-License-Identifier: GPL-2.0-or-later
// Counters of the processor and the kernel around one pass: opened on the tasks of the workload
// when all copies are set up, read when they are reaped. A count that was on the hardware for less
// than 90 % of its time is not reported.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/finding.h"
#include "model/metric.h"
#include "sys/perf_event.h"
#include "sys/root.h"

namespace lodestone {

struct Counted {
  // "perf.instructions:u": the whole pass's count (task-clock in msec); "@cpus" behind it where
  // whole CPUs were counted. What could not be counted is not there.
  std::map<std::string, double> values;
  std::map<std::string, double> running_share;  // of each value, 1: never multiplexed
  std::vector<Finding> findings;
};

class CounterSession {
 public:
  // Looks up the events. What this machine does not have is a finding of finish(). Errors: usage.
  static Result<CounterSession> create(const Root& root, PerfKernel& perf, std::string_view list);
  CounterSession(CounterSession&&) noexcept;
  CounterSession& operator=(CounterSession&&) noexcept;
  ~CounterSession();

  // Opens everything on process `pid`, its descendants and their threads, and starts counting; what
  // this machine does not have is a finding. `cpus` not empty: those CPUs are counted as a whole in
  // place of the tasks, without clocks (for workloads that switch a lot); where that is forbidden,
  // the tasks are, and a finding says so.
  void attach(pid_t pid, const std::vector<int>& cpus = {});
  // Stops, reads and closes.
  Counted finish();

 private:
  struct State;
  explicit CounterSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// "perf.instructions:u" of a workload, per operation: WORKLOAD.instructions.user, and for "@cpus"
// WORKLOAD.instructions.user.whole_cpus, which is another quantity. Directions as in
// docs/design.md.
Metric counter_metric(const std::string& workload, std::string_view value_name);

}  // namespace lodestone
