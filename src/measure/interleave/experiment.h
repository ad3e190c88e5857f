// SPDX-License-Identifier: GPL-2.0-or-later
// The loop of an interleaved comparison: prepare, fix the largest number of pairs from the budget,
// measure pairs in random order, look at fixed counts, stop each subject as soon as its answer is
// known.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compare/evidence.h"
#include "compare/settle.h"
#include "measure/interleave/arm.h"
#include "measure/interleave/subject.h"

namespace lodestone {

struct ExperimentProgress {
  size_t pairs = 0;  // of all subjects
  size_t active = 0, subjects = 0;
  double seconds = 0;  // since the first pair
  double budget_seconds = 0;
};

struct ExperimentOptions {
  Rules rules;
  double budget_seconds = 60;
  double spent_seconds = 0;    // of the budget, before the call
  int most_pairs = 96;         // a subject
  bool until_decided = false;  // no budget: an interval that holds at every number of pairs
  bool single_look = false;    // measure all pairs, look once at the end
  uint64_t seed = 1;
  // The first error that a process shows stops its subject. Seams for tests:
  std::function<double()> now;        // seconds, monotonic
  std::function<double()> suspended;  // seconds that the machine has slept since boot
  std::function<void(const ExperimentProgress&)> progress;
  // Every finished process, at once (to make it durable). side 0 base, 1 new.
  std::function<Result<void>(const Pass&, int side)> finished;
  // Pairs of their own behind the scored ones, with counters and collectors at work: what they see
  // becomes metrics of the explanation family. A part of the budget is kept for them.
  Instruments* instruments = nullptr;
  int instrumented_pairs = 8;  // a subject; as many as a robust interval needs
};

struct SubjectRecord {
  std::vector<std::vector<ValuePair>> pairs;       // by metric of the subject
  std::vector<std::pair<double, double>> seconds;  // of each pair: base, new
  double process_seconds = 0;                      // as estimated before
  std::vector<std::vector<double>>
      window_logs;              // of base processes: logs of window times an operation
  double measured_seconds = 0;  // both processes of all pairs
  bool decided = false;
  std::string error;           // why it stopped early
  int error_side = -1;         // 0, 1, or 2 for both
  int instrumented_pairs = 0;  // behind the scored ones
};

struct Experiment {
  std::vector<ComparisonRow> rows;
  std::vector<Evidence> evidence;  // beside the rows
  std::vector<Finding> findings;
  std::vector<SubjectRecord> subjects;
  int planned_pairs = 0;  // a subject
  double seconds = 0;
  bool interrupted = false;
  bool budget_too_short = false;  // not one pair fitted
  bool failed = false;            // some subject failed, or an arm could not be put into force
  struct Origin {
    size_t subject = 0, metric = 0;  // places in `subjects` and in its `pairs`
  };
  std::vector<Origin> origins;  // beside the rows
};

// The budget holds in total: preparation counts, a pair that would not fit is not begun, and a
// process that outlasts the budget is ended (its pair is left out; that is no failure). Errors: an
// arm cannot be put into force at all; never because of a subject. Where an arm, the clock or
// `finished` fails later, what was measured is judged and kept, and `failed` is set.
Result<Experiment> run_experiment(const std::vector<std::unique_ptr<Subject>>& subjects,
                                  const Arms& arms, ArmSwitch& arm_switch,
                                  const ExperimentOptions& options);

}  // namespace lodestone
