// SPDX-License-Identifier: GPL-2.0-or-later
// A run: what one `lodestone run`, `ab` or `exact` produced. Levels of repetition: boot > block >
// process > window. A pass is one process (or one set of parallel copies) of one workload: raw,
// durable before the next begins. Samples are what the passes mean, one value a process and metric.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/maybe.h"
#include "model/context.h"
#include "model/finding.h"
#include "model/metric.h"

namespace lodestone {

// A short batch of operations of one copy.
struct Window {
  int64_t start_ns = 0;  // since the copies were released together
  int64_t ticks_ns = 0;  // how long it lasted
  uint64_t operations = 0;
  int32_t cpu = -1;                  // where it ended
  int32_t involuntary_switches = 0;  // within it
  int64_t cpu_ns = 0;                // CPU time of the task within it; 0: not measured
};

// One of the parallel copies of a pass.
struct Copy {
  int index = 0;
  int pid = 0;
  uint64_t operations = 0;     // counted in the timed part
  double seconds = 0;          // length of the timed part
  double elapsed_seconds = 0;  // of the whole process, start to reaping
  int status = 0;              // raw wait status
  std::string error;           // why it has no result; empty if it has one
  std::vector<Window> windows;
  std::map<std::string, double> values;  // further quantities that the workload reported, by name
};

struct Pass {
  std::string workload;
  std::string mode = "process";  // or "thread"
  std::map<std::string, std::string> parameters;
  std::string arm;  // label of the arm in an interleaved run; else empty
  int boot = 0, block = 0, process = 0;
  std::string started;         // UTC
  double elapsed_seconds = 0;  // start of the first copy to reaping of the last
  std::vector<Copy> copies;
  std::map<std::string, double>
      values;  // quantities of the whole pass: steal, interrupts, counters
  std::vector<Finding> findings;

  bool failed() const;  // a copy has no result
};

struct Sample {
  double value = 0;
  int32_t boot = 0, block = 0, process = 0;
};

// How the samples of one arm of an interleaved comparison stand beside the other arm's: the k-th of
// both are a pair, and the one with the lower number of process ran first.
struct Interleaved {
  std::string comparison;   // the same in both arms and in no other run
  std::vector<int> looks;   // numbers of pairs at which was looked; the last is all of them
  int most_pairs = 0;       // planned before the first look
  bool open_ended = false;  // looked at whenever, without a plan
  bool answers = true;      // false: it explains
  double floor = 0;         // what equal arms of that machine were known to differ by, a fraction
};

// One metric of one workload under one condition, on one side.
struct Measurement {
  Metric metric;
  Basis basis = Basis::sampled;
  std::vector<Sample> samples;   // one a process; empty for summaries
  Maybe<double> center;          // headline value; computed for samples, printed for summaries
  Maybe<double> interval[2];     // of the centre, at 95 %
  Maybe<double> spread_percent;  // of the samples, relative to the centre
  SpreadKind spread_kind = SpreadKind::sd;
  Maybe<long long> n;                              // processes, or runs; absent where nobody said
  std::shared_ptr<const Interleaved> interleaved;  // of an arm of `ab`, else nothing
};

struct WorkloadResult {
  std::string id;
  int copies = 1;
  std::string mode = "process";
  std::map<std::string, std::string> parameters;
  std::vector<Measurement> metrics;
  double pass_seconds = 0;  // how long a pass was to be; 0: not known, or not decided by time
};

// A setting of the system that the run changed for its duration.
struct SettingChange {
  std::string name;  // a path, or the command that set it
  std::string old_value, new_value;
  bool restored = false;
};

struct Run {
  std::string id;
  std::string label;
  std::string method = "live";  // live, exact, read
  std::string started;          // UTC
  std::string boot_id;          // of the (last) boot; samples of several boots number them
  uint64_t seed = 0;
  Context context;
  std::vector<WorkloadResult> workloads;
  std::vector<SettingChange> settings_changed;
  std::vector<Finding> findings;
  std::vector<Pass> passes;  // raw
};

// lodestone.run/1. Raw passes are not part of that document; `with_passes` adds them under "passes"
// (store export).
Json to_json(const Run& run, bool with_passes = false);
Result<Run> run_from_json(const Json& document);
Json to_json(const Pass& pass);
Result<Pass> pass_from_json(const Json& document);
Json to_json(const Metric& metric);

}  // namespace lodestone
