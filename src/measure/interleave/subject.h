// SPDX-License-Identifier: GPL-2.0-or-later
// What an interleaved comparison measures: a workload, or a pair of whole commands. One call, one
// fresh process.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "measure/interleave/arm.h"
#include "model/comparison.h"
#include "model/run.h"
#include "model/side.h"
#include "workload/catalog.h"

namespace lodestone {

class Instruments;

struct SubjectMetric {
  Metric metric;
  Family family = Family::headline;
};

struct Observation {
  Pass pass;
  std::map<std::string, double> values;  // by metric id
  std::string error;                     // why there is no result; empty if there is one
};

// What is decided for one process, beside its arm.
struct FreshProcess {
  std::vector<std::string> environment;  // added to the arm's
  std::optional<int> begin_on;           // the CPU on which it begins; it may leave it
  Instruments* instruments = nullptr;    // at work during it: its values explain and do not score
};

class Subject {
 public:
  virtual ~Subject() = default;
  // Fixes everything that must not be adapted later (operation counts), and estimates the seconds
  // of one process. Runs in arm 0. Errors: the workload cannot run here, interrupted.
  virtual Result<double> prepare(const Arm& arm) = 0;
  // Errors: interrupted, or the system's; a process that fails is an Observation with an error.
  virtual Result<Observation> measure(const Arm& arm, int side, const FreshProcess& process) = 0;

  std::string name;  // workload id, or "command"
  std::optional<int> copies;
  std::string mode;
  std::map<std::string, std::string> parameters;
  std::vector<SubjectMetric> metrics;
  std::vector<Finding> findings;  // of prepare()
  double timeout_seconds = 0;     // of one process; 0: none
  // Arms differ in what they run: each is tried before the first pair, and its time estimated.
  bool prepares_each_arm = false;

  // The row's identity for weigh_pairs().
  SideMeasurement describe(const SubjectMetric& metric) const;
};

// Which number of a process's windows speaks for it.
enum class WindowStatistic { median, mean, tenth };

struct WorkloadOptions {
  int copies = 1;
  bool threads = false;
  std::map<std::string, std::string> parameters;
  double window_seconds = 5e-4;
  double process_seconds = 0.04;  // of timed windows
  WindowStatistic statistic = WindowStatistic::median;
  std::string program;                         // instead of the workload's own; empty: that
  std::vector<std::string> program_arguments;  // before the harness's options (plug-ins)
};
std::unique_ptr<Subject> workload_subject(const lodestone_workload& workload,
                                          const WorkloadOptions& options);

// A number picked from a command's output: the first group of the last match.
struct OutputMetric {
  std::string name, unit;
  Better better = Better::neutral;
  std::string pattern;  // RE2
};
// "NAME,unit,better=REGEX". Errors: usage.
Result<OutputMetric> parse_output_metric(std::string_view text);
std::unique_ptr<Subject> command_subject(std::vector<OutputMetric> metrics);

// Seconds per operation of a process: over its windows, the first tenth left out (start-up), by
// `statistic`; several copies add their rates. Nothing if a copy has no window.
std::optional<double> seconds_per_operation(const Pass& pass, WindowStatistic statistic);

}  // namespace lodestone
