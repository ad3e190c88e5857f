// SPDX-License-Identifier: GPL-2.0-or-later
// `lodestone run -- COMMAND`: whole commands as a workload. One pass is one fresh process of the
// command.
#pragma once

#include <string>
#include <vector>

#include "measure/conduct.h"
#include "measure/interleave/subject.h"

namespace lodestone {

struct CommandRunRequest {
  std::vector<std::string> command;   // one word: for sh -c; several: an argument vector
  std::vector<OutputMetric> metrics;  // numbers in its output
  int passes = 10;
  double timeout_seconds = 0;  // of one process; 0: none
};

// Appends to run.passes and run.findings, and fills run.workloads with one result "command": wall,
// user and system time, the largest resident size, and the numbers asked for, one sample a pass.
// Stops after two failed processes in a row.
Outcome conduct_command(const CommandRunRequest& request, Run& run, const ConductOptions& options);

}  // namespace lodestone
