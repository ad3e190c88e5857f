// SPDX-License-Identifier: GPL-2.0-or-later
// A recording: pairs of processes of real workloads, one line a pair, appended and durable, so that
// it may grow for hours beside other work and be stopped at any time.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/evidence.h"

namespace lodestone::bench {

// The workloads recorded: a bare system call, a pipe, mapping, process creation, path walk.
extern const std::vector<std::string> recorded_workloads;

// Slowdowns planted into the new arm, in percent of the time of an operation; 0 is A/A.
inline constexpr int planted_percents[] = {0, 1, 2};

struct RecordedPair {
  ValuePair values;       // seconds an operation
  double seconds = 0;     // both processes, start to end
  double u_test_p = NAN;  // Mann-Whitney on nine stretches of each process: the habit of one
                          // process a side
};

struct Recording {
  // By workload and planted percent, in the order measured.
  std::map<std::pair<std::string, int>, std::vector<RecordedPair>> pairs;
};

// One line: WORKLOAD PLANTED BASE_FIRST BASE NEW SECONDS P.
std::string line_of(const std::string& workload, int planted, const RecordedPair& pair);
// Lines that are no pair (comments, a last one that was cut) are skipped. Errors: not_found.
Result<Recording> load_recording(const std::string& path);

// Appends pairs until `seconds` have passed or a signal asks to stop. Five in seven pairs are A/A,
// one plants each percent. Errors: a workload cannot run, the file cannot be written.
Result<void> record(const std::string& path, double seconds);

}  // namespace lodestone::bench
