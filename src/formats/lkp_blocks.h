// SPDX-License-Identifier: GPL-2.0-or-later
// The tables that a comparison needs in the kernel test robot's form, where a name stands once in a
// table: LKP names neither workload nor mode in a row, but above the table.
#pragma once

#include <string>
#include <vector>

#include "model/comparison.h"

namespace lodestone {

struct LkpBlock {
  std::string test, mode, tasks;  // empty: all rows of the pair stand in one table
  std::vector<const ComparisonRow*> rows;
};

// Rows without a value on both sides are left out. Metrics of a whole sweep (per_process_ops,
// scalability) stand in the table of the most tasks in their mode.
std::vector<LkpBlock> lkp_blocks(const PairComparison& pair);

}  // namespace lodestone
