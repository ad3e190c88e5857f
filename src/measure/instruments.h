// SPDX-License-Identifier: GPL-2.0-or-later
// Passes with counters and collectors at work. They are apart from the scored ones: their counts
// explain, and what counting costs is found by comparing the two.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/counters.h"
#include "collect/sampler.h"
#include "measure/execute.h"
#include "model/run.h"

namespace lodestone {

// Counters or collectors were at work in it: its numbers explain and do not score, since the cost
// of counting is in them. Stored as the value "instrumented" of the pass.
bool is_instrumented(const Pass& pass);

struct InstrumentOptions {
  std::string counters;         // "default" or a list of events; empty: none
  std::string collectors;       // "all", "default" or names; empty: none
  std::vector<int> count_cpus;  // count these CPUs as a whole, not the tasks
  // Of a workload that switches a lot (switches_tasks) the CPUs that it may use are counted as a
  // whole, unless this is set or count_cpus holds some.
  bool count_tasks = false;
  bool any() const { return !counters.empty() || !collectors.empty(); }
};

class Instruments {
 public:
  // Errors: usage, not_found (an event or a collector that does not exist).
  static Result<Instruments> create(const Root& root, const InstrumentOptions& options);

  // For what is not started by execute_pass: everything is put to work on process `pid` and what it
  // starts (`cpus` not empty: on those CPUs); then what came of it goes into the pass, as execute()
  // says.
  void begin(int pid, const std::vector<int>& cpus = {});
  void end(Pass& pass);

  // execute_pass with everything at work; counts and collected values are in Pass::values, reasons
  // for what is missing in its findings.
  Result<Pass> execute(PassRequest request);

 private:
  std::vector<int> cpus_to_count(const PassRequest& request) const;
  Root root_;
  InstrumentOptions options_;
  std::optional<CounterSession> counters_;
  std::unique_ptr<Sampler> sampler_;
};

struct InstrumentValue {
  Metric metric;
  double value = 0;
};
// Counts per operation (none where the pass holds no operations) and collected values of a pass
// under instruments, by name; no others of its values.
std::vector<InstrumentValue> instrument_values(const std::string& workload, const Pass& pass);

// Operations a second of the pass, all copies together; 0 where no copy has a time.
double operation_rate(const Pass& pass);
// F510: what counters and collectors cost `what`, from the rates of its scored and its instrumented
// passes: undecided unless their difference is one that the spread cannot make. Nothing where there
// are none of one kind.
std::optional<Finding> cost_of_counting(const std::string& what, const std::vector<double>& scored,
                                        const std::vector<double>& instrumented);

// Counts per operation and collected values of the instrumented passes, added to the workloads that
// run.workloads holds; a finding for what counting cost each workload's main metric; the passes'
// findings, each once.
void add_instrument_results(Run& run);

}  // namespace lodestone
