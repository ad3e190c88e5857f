// SPDX-License-Identifier: GPL-2.0-or-later
// Runs lines of experiments in the runner program (lab/runner/words.h says what they are) and reads
// its numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace lodestone::lab {

struct Worker {
  double operations = 0;
  double wall_ns = 0;
  double cpu_ns = 0;     // CPU time the thread got
  double switches = 0;   // context switches
  double extra = 0;      // lock: times that it entered after another thread
  double waited_ns = 0;  // lock, timed: from the other's leaving to its entering, summed

  double ns_per_operation() const { return operations > 0 ? wall_ns / operations : 0; }
};

struct Window {
  std::vector<Worker> workers;
  bool wrong = false;  // the lock did not exclude
  // Every thread kept its CPU for the whole window: no switch, and at least 97 % of the wall time
  // as CPU time.
  bool undisturbed() const;
  // Mean time of one operation of one worker: wall time x workers / all operations.
  double nanoseconds() const;
};

// One window a line, in order. Errors: not_found (no runner program), failed (it died, printed
// nonsense, took longer than `timeout_seconds`).
Result<std::vector<Window>> run_experiments(const std::vector<std::string>& lines,
                                            const std::vector<int>& cpus, double timeout_seconds);
// Reads what the runner printed; separate for tests.
Result<std::vector<Window>> parse_windows(const std::string& output);

}  // namespace lodestone::lab
