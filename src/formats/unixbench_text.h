// SPDX-License-Identifier: GPL-2.0-or-later
// What the two UnixBench layouts share: the results of a run by number of copies, in the terms of
// that suite.
#pragma once

#include <string>
#include <vector>

#include "model/run.h"
#include "model/unixbench.h"

namespace lodestone {

struct UnixbenchRow {
  const UnixbenchTest* test = nullptr;
  const WorkloadResult* result = nullptr;
  std::vector<const Pass*> passes;  // raw, in the order in which they ran; failed ones are left out
  double score = 0;                 // the measurement's centre
  double seconds = 0;               // mean over the kept passes; 0 where no passes are stored
  int samples = 0;                  // kept passes
};

struct UnixbenchBlock {
  int copies = 1;
  std::vector<UnixbenchRow> rows;  // by title, in byte order
  std::string started;             // UTC text of the first pass, else of the run
  std::string ended;               // of the end of the last pass, else of the run
};

// The UnixBench tests of a run, one block for each number of copies in rising order. Empty if it
// holds none.
std::vector<UnixbenchBlock> unixbench_blocks(const Run& run);
// True if the run kept UnixBench's own rule (worst third of passes dropped), by the context fact
// score_rule.
bool unixbench_rule(const Run& run);
// The last line of a layout: names lodestone and the rule.
std::string unixbench_closing_line(const Run& run);

}  // namespace lodestone
