// SPDX-License-Identifier: GPL-2.0-or-later
// Which way the branches of a path went, by kind. Executions of conditional branches are counted,
// not their outcome; that follows from the executions of what comes behind them: whatever reaches
// an instruction came from the one before it, or by a branch to it.
#pragma once

#include <cstdint>

#include "exact/counts.h"
#include "exact/function_names.h"
#include "exact/plugin/decode.h"

namespace lodestone::exact {

struct BranchCounts {
  uint64_t conditional_taken = 0, conditional_not_taken = 0;
  uint64_t conditional_unknown = 0;  // executions of those whose outcome does not follow
  uint64_t jumps = 0, indirect_jumps = 0, calls = 0, indirect_calls = 0, returns = 0;
};

// Of the kernel's instructions (`kernel`) or the user's. `names` tells where functions begin: what
// reaches a function's first instruction is not followed.
BranchCounts branches_of(const Path& path, const Counts& counts, Machine machine,
                         const FunctionNames& names, bool kernel);

// Where a direct branch goes; 0 for other instructions.
uint64_t branch_target(Machine machine, uint64_t address, std::string_view bytes);

}  // namespace lodestone::exact
