// SPDX-License-Identifier: GPL-2.0-or-later
// Scaling: throughput of one workload against its number of tasks, in process and thread mode, and
// the quantities that LKP derives from will-it-scale's table (per_process_ops, per_thread_ops,
// scalability, workload, idle).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/run.h"

namespace lodestone {

// One mode at one task count. Absent: not run, or (with `failed`) run without a result.
struct ScalingCell {
  std::optional<double> rate;          // operations per second of all tasks together
  std::optional<double> idle_percent;  // of the machine while it ran
  std::optional<double> fairness;  // Jain's index over the tasks: 1 all equal, 1/tasks one has all
  bool failed = false;
};

struct ScalingRow {
  int tasks = 1;
  ScalingCell processes, threads;
  // The larger of the two rates of one task, times tasks; absent without a row of one task.
  std::optional<double> linear;
};

// One sweep over task counts: one repetition (arm, boot, block) of one workload with one set of
// parameters.
struct ScalingSweep {
  std::string workload, arm;
  std::map<std::string, std::string> parameters;
  int boot = 0, block = 0;
  std::vector<ScalingRow> rows;  // by tasks, ascending

  // Means over the rows of rate / tasks. Absent where the mode has no result (LKP prints 0 there).
  std::optional<double> per_process_ops() const;
  std::optional<double> per_thread_ops() const;
  // The last row's processes / linear, for more than one task. Absent in a one-shot run.
  std::optional<double> scalability() const;
  // Sum over the rows of processes and threads: a rate that mixes modes, kept because LKP reports
  // it.
  std::optional<double> workload_sum() const;
};

// Jain, Chiu and Hawe, DEC-TR-301 (1984): (sum x)^2 / (n sum x^2). Absent for no values or only
// zeros.
std::optional<double> jain_fairness(const std::vector<double>& values);

// Operations per second of all tasks of a pass together: the sum of the tasks' own rates. Absent
// when one has no result.
std::optional<double> total_rate(const Pass& pass);

// Sweeps in the order of their first pass. A pass's task count is its number of copies;
// `idle_percent` is taken from its values. A count that occurs twice in one block is a sweep of its
// own.
std::vector<ScalingSweep> scaling_sweeps(const std::vector<Pass>& passes);
// Cell by cell means over the sweeps of one workload and parameters (as one row of a table that is
// printed).
ScalingSweep mean_sweep(const std::vector<ScalingSweep>& sweeps);

// Adds to a run what its passes say of scaling, for workloads whose id begins with `prefix`: idle
// and fairness to the results of each mode and task count, and one result per workload (mode
// "sweep", copies = most tasks) with WORKLOAD.per_process_ops, .per_thread_ops, .scalability and
// .workload, one sample a sweep. Centres are left to the caller. Passes of an arm are skipped
// unless `arm` is theirs.
void add_scaling_results(Run& run, const std::string& prefix = "scale/",
                         const std::string& arm = "");

}  // namespace lodestone
