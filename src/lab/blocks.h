// SPDX-License-Identifier: GPL-2.0-or-later
// Trials measured in blocks: each block holds every trial once, in a fresh random order, so that
// drift of the machine falls on all alike and trials are compared within blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/experiment.h"

namespace lodestone::lab {

struct Trial {
  std::string line;  // for the runner (lab/runner/words.h), without the window's length
  std::string
      alternate;  // every second block, with the roles of the CPUs exchanged; empty: the same
};

struct BlockOptions {
  double seconds = 2;
  double window_us = 2000;
  uint64_t seed = 1;
  std::vector<int> cpus;  // one a thread
};

struct Blocks {
  // windows[trial][block]; those in which a thread lost its CPU have times[trial][block] == 0.
  std::vector<std::vector<Window>> windows;
  std::vector<std::vector<double>> times;  // ns an operation
  int kept = 0, discarded = 0;
  std::vector<std::string> cannot_claim;  // other tasks, steal, too many windows thrown away

  double median_time(size_t trial) const;  // of the kept windows; 0: none
};

// Errors: those of run_experiments; failed, when a lock did not exclude.
Result<Blocks> run_blocks(const std::vector<Trial>& trials, const BlockOptions& options);

// The CPUs to use: `wanted`, else `count` allowed ones, one of each core first. Errors:
// unsupported, when there are fewer; usage, when a wanted one may not be used or stands twice.
Result<std::vector<int>> choose_cpus(const std::vector<int>& wanted, size_t count);

}  // namespace lodestone::lab
