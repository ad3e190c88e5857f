// SPDX-License-Identifier: GPL-2.0-or-later
// What A/A comparisons of this machine taught: noise by level, and how often its verdicts err. Kept
// in the state folder, one file a host; a machine of another CPU model or CPU count starts anew.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "measure/interleave/experiment.h"
#include "model/comparison.h"
#include "model/context.h"

namespace lodestone {

struct WorkloadNoise {
  int pairs = 0;
  double pair_seconds = 0;
  double pair_sd = 0;     // robust, of log differences
  double window_sd = 0;   // within a process, of log window times
  double process_sd = 0;  // between processes, beyond the windows' share
  double lag1 = 0;        // of differences in the order measured
  double position = 0;    // log; what running second costs
  double quantum = 0;     // in the metric's unit; 0: finer than the noise
  bool two_modes = false;
  double floor = 0;      // upper 95 % limit of |difference| of equal arms, log
  double bias = 0;       // what of it is certain: distance of the 95 % interval from zero, log
  std::string measured;  // UTC
};

// Fewer pairs teach nothing that lasts.
inline constexpr int least_calibration_pairs = 8;

// What noise belongs to: "lat/x.time", with copies, threads and parameters where they are not the
// usual ones: "scale/y.rate copies=4 threads size=8k".
std::string noise_key(const Subject& subject, const Metric& metric);

struct Calibration {
  std::string machine;                             // CPU model and count
  std::map<std::string, WorkloadNoise> workloads;  // by noise_key()
  long long verdicts = 0;                          // of all A/A comparisons
  long long changes = 0;                           // of them false: equal arms called different
  long long comparisons = 0;                       // by `ab`, for --aa-every
  std::string updated;                             // UTC
};

// Nothing stored, or another machine: an empty calibration. Errors: unreadable.
Result<Calibration> load_calibration(const Context& context, const std::string& folder = {});
Result<void> save_calibration(const Calibration& calibration, const std::string& folder = {});

// Noise of each headline metric of an A/A experiment, and its verdicts counted.
void learn(Calibration& calibration, const std::vector<std::unique_ptr<Subject>>& subjects,
           const Experiment& experiment);

// For `ab`: a bias that A/A proved becomes a floor; the noise floors of these subjects and the
// error count become findings, the count a warning where its lower limit exceeds alpha. What cannot
// be read is a finding and counts as no calibration.
Calibration apply_calibration(const Context& context,
                              const std::vector<std::unique_ptr<Subject>>& subjects, Rules& rules,
                              std::vector<Finding>& findings, const std::string& folder = {});
// A change that is called one and is not larger than equal arms may differ here gets a note.
void note_floors(const Calibration& calibration,
                 const std::vector<std::unique_ptr<Subject>>& subjects, Experiment& experiment);

// The same for `compare`, where both sides were measured on this machine: floors, count and notes.
// The floors are of interleaved pairs: two runs, one after the other, may differ more.
void apply_calibration(PairComparison& pair, double alpha, const std::string& folder = {});

// Counts this comparison; true if it has to be an A/A. every = 0: never.
Result<bool> next_is_self_test(const Context& context, long long every,
                               const std::string& folder = {});
Result<void> count_self_test(const Context& context, const Experiment& experiment,
                             const std::string& folder = {});

}  // namespace lodestone
