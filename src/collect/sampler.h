// SPDX-License-Identifier: GPL-2.0-or-later
// Runs collectors beside a pass: a reading before, readings at each one's period, a reading after.
// A collector whose reading is dear for its period (thousands of CPUs or tasks) is read less often:
// none takes more than 0.15 % of one CPU. A thread of its own reads, so that a collector that
// blocks (a file of a dead network filesystem, a contended kernel lock) does not hold up the
// workload: it is given up, with its reason, and the others go on.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collect/collector.h"

namespace lodestone {

struct Collected {
  std::map<std::string, double> values;      // by full metric name; what is missing is not there
  std::vector<std::string> lost;             // counters that were reset or vanished
  std::map<std::string, Error> unavailable;  // collector -> why it gave nothing, or not all
  double cpu_seconds = 0;                    // that reading cost, all threads
};

class Sampler {
 public:
  // Opens the collectors and keeps their files for all passes. One that takes longer than
  // `patience_seconds` is given up.
  Sampler(const CollectorInput& here, const std::vector<ChosenCollector>& chosen,
          double patience_seconds = 5);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // The first reading of all, for a pass of process `pid` (0: unknown); returns when it is done, or
  // after `patience_seconds` without the blocked ones.
  void begin(pid_t pid, double patience_seconds = 1);
  // The last reading of all, and what came of them.
  Collected end(double patience_seconds = 1);

  // Collectors that cannot work here at all: name and reason.
  const std::map<std::string, Error>& unopened() const { return unopened_; }

 private:
  struct State;
  void ask_all(double patience_seconds);
  std::shared_ptr<State>
      state_;  // also held by the reading thread, which may outlive us while it is blocked
  std::map<std::string, Error> unopened_;
};

}  // namespace lodestone
