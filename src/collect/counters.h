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
  // "perf.instructions:u": the whole pass's count (task-clock in msec). What could not be counted
  // is not there.
  std::map<std::string, double> values;
  std::map<std::string, double> running_share;  // of each value, 1: never multiplexed
  std::vector<Finding> findings;
};

class CounterSession {
 public:
  // Looks up the events; what this machine does not have is a finding, unless nothing is left.
  // `cpus` not empty: those CPUs are counted as a whole in place of the tasks (for workloads that
  // switch a lot; needs privilege).
  static Result<CounterSession> create(const Root& root, PerfKernel& perf, std::string_view list,
                                       std::vector<int> cpus = {});
  CounterSession(CounterSession&&) noexcept;
  CounterSession& operator=(CounterSession&&) noexcept;
  ~CounterSession();

  // Opens everything on process `pid`, its descendants and their threads, and starts counting.
  void attach(pid_t pid);
  // Stops, reads and closes.
  Counted finish();

 private:
  struct State;
  explicit CounterSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The process, its descendants and all their threads, by /proc/PID/task/TID/children.
std::vector<pid_t> tasks_of(const Root& root, pid_t pid);

// "perf.instructions:u" of a workload, per operation: WORKLOAD.instructions.user. Directions as in
// docs/design.md.
Metric counter_metric(const std::string& workload, std::string_view value_name);

}  // namespace lodestone
