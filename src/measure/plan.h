// SPDX-License-Identifier: GPL-2.0-or-later
// What `run` will do, decided before anything runs: which workloads under which conditions, how
// often, how long, in which order. The same request and seed give the same plan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "measure/scaling_plan.h"
#include "workload/catalog.h"

namespace lodestone {

// One workload under one set of circumstances.
struct Condition {
  const lodestone_workload* workload = nullptr;
  std::map<std::string, std::string> parameters;  // as given, and "like"
  int copies = 1;
  bool threads = false;
  std::string program;  // as PassRequest's; empty: the workload's own
  std::vector<std::string> program_arguments;
};

// "unixbench/pipe", "scale/brk1 x4, threads", "unixbench/context1 placement=other".
std::string describe(const Condition& condition);

struct PlannedPass {
  size_t condition = 0;         // index into Plan::conditions
  int block = 0;                // passes of one block are neighbours in time
  int process = 0;              // number of the pass within its condition
  double seconds = 0;           // of the timed part
  bool settle = false;          // sync, 1 s, sync, 2 s before it, as UnixBench does
  double expected_seconds = 0;  // with start, set-up and end
  double interval_seconds = 0;  // of scaling workloads: windows of this length; 0: as many as fit
  double warm_up_seconds = 0;   // of scaling workloads: runs before `seconds`, dropped by rule
  bool instrumented = false;    // with counters or collectors: explains, does not score
};

struct Plan {
  std::vector<Condition> conditions;
  std::vector<PlannedPass> passes;  // in the order in which they run
  std::string like;                 // "" for our own schedule
  uint64_t seed = 0;                // of the order; unused by a schedule with a fixed order
  int usable_cpus = 1;
  ScalingRequest scaling;
  Placement placement;  // of scaling workloads, and of others if it was asked for
  double expected_seconds() const;
};

// A workload and the parameters it was named with.
struct Selected {
  const lodestone_workload* workload = nullptr;
  std::map<std::string, std::string> parameters;
  std::string program;  // of a plug-in
  std::vector<std::string> program_arguments;
};

struct PlanRequest {
  std::vector<std::string> names;   // see select_workloads(); empty: the UnixBench index
  std::vector<Selected> plugins;    // besides; with these and no names only these run
  std::vector<std::string> sweeps;  // "size=1m,4m": see expand_matrix()
  std::vector<int> copies;          // empty: 1, and the usable CPUs if there are several
  std::string mode;  // process, thread or both; empty: process where the workload can
  std::optional<int> passes;
  std::optional<double> seconds;
  bool quick = false;  // few and short passes, one copy
  std::string like;    // unixbench-6.0.0, unixbench-5.1.3: also the original schedule;
                       // lmbench: eleven tries in one pass (like_lmbench.h)
  uint64_t seed = 0;
  int usable_cpus = 1;
  ScalingRequest scaling;
  std::map<std::string, double>
      overheads;  // workload: seconds that a pass took beyond its timed part, from history
};

// Appends `passes` instrumented passes of every condition, as long as its scored ones.
void add_instrumented_passes(Plan& plan, int passes);

// Errors: usage, not_found (with the pattern).
Result<Plan> make_plan(const PlanRequest& request);

// Ids, globs over ids, suites ("scale"), UnixBench's groups ("index", "fs") and bare names of its
// tests ("pipe"), each with parameters behind commas: "unixbench/context1,placement=other". In the
// order given, each once. Errors: not_found, usage.
Result<std::vector<Selected>> select_workloads(const std::vector<std::string>& names);

// True if `like` names a program whose schedule and behaviour we know.
bool known_like(const std::string& like);

}  // namespace lodestone
