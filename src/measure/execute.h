// SPDX-License-Identifier: GPL-2.0-or-later
// Runs one pass: a fresh process (or a set of parallel copies) of one workload's own program.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"
#include "workload/catalog.h"

namespace lodestone {

struct PassRequest {
  const lodestone_workload* workload = nullptr;
  std::string program;  // instead of the workload's own (plug-ins); empty: workload_program()
  std::vector<std::string> program_arguments;  // before the harness's options
  int copies = 1;
  bool threads = false;
  std::map<std::string, std::string> parameters;  // "like" among them
  double seconds = 0;                             // time mode; 0: `windows` windows
  double window_seconds = 1e-3;
  long long windows = 100;  // in time mode the most that are kept (even; neighbours are joined)
  uint64_t operations =
      0;  // a window; 0: a short trial in the process finds what fills window_seconds
  double warm_up_seconds = 0;
  std::vector<int> cpus;                   // copy i on cpus[i % size]; empty: no affinity
  std::vector<std::vector<int>> cpu_sets;  // instead of cpus: copy i anywhere in cpu_sets[i % size]
  std::optional<int> begin_on;             // where copies begin; they may leave it
  bool fixed_addresses = false;            // address space randomisation off, as setarch -R
  std::vector<std::string> environment;    // added NAME=VALUE
  std::string cgroup;
  std::string directory;  // where file workloads work; a folder is made inside and removed; empty:
                          // TMPDIR or /tmp
  double timeout_seconds = 0;  // 0: the timed part and a minute
  // Called with the pid of the program when all copies are set up, before they are released
  // together (to attach counters).
  std::function<Result<void>(int pid)> attach;
};

// The pass, raw. A copy that could not run has its reason in Copy::error; the other copies' numbers
// are kept. Errors: the program is missing or cannot start, interrupted.
Result<Pass> execute_pass(const PassRequest& request);

// How many operations fill one window of request.window_seconds, found in a process of its own
// (with the request's copies).
Result<uint64_t> calibrate_operations(const PassRequest& request);

}  // namespace lodestone
