// SPDX-License-Identifier: GPL-2.0-or-later
// Runs collectors beside a pass: a reading before, readings at each one's period, a reading after.
// A thread of its own reads, so that a collector that blocks (a file of a dead network filesystem,
// a contended kernel lock) does not hold up the workload: it is given up, with its reason, and the
// others go on.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collect/collector.h"

namespace lodestone {

struct Collected {
  std::map<std::string, double> values;  // by full metric name; what is missing is not there
  std::vector<std::string> lost;         // counters that were reset or vanished
  std::map<std::string, std::string> unavailable;  // collector -> why it gave nothing
  double cpu_seconds = 0;                          // that reading cost, all threads
};

class Sampler {
 public:
  // Opens the collectors and keeps their files for all passes. `interval_scale` stretches every
  // period.
  Sampler(const Root& root, const std::vector<const StatisticsCollector*>& chosen,
          double interval_scale = 1);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // The first reading of all; returns when it is done, or after `patience_seconds` without the
  // blocked ones.
  void begin(double patience_seconds = 1);
  // The last reading of all, and what came of them.
  Collected end(double patience_seconds = 1);

  // Collectors that cannot work here at all: name and reason.
  const std::map<std::string, Error>& unopened() const { return unopened_; }

 private:
  struct State;
  void read_all(double patience_seconds);
  std::shared_ptr<State>
      state_;  // also held by the reading thread, which may outlive us while it is blocked
  std::map<std::string, Error> unopened_;
};

}  // namespace lodestone
