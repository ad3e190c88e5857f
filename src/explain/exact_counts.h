// SPDX-License-Identifier: GPL-2.0-or-later
// Counts of an exact comparison of the two kernels, as `lodestone exact --json` prints it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "explain/heat.h"

namespace lodestone::explain {

struct CountedFunction {
  std::string name;
  double base = 0, next = 0;  // kernel instructions per operation
  std::string note;           // "other code", ...
};

struct CountedWorkload {
  std::string workload;
  std::string verdict;                     // more, less, equal, identical, undecided
  double base = 0, next = 0;               // kernel instructions per operation
  std::vector<CountedFunction> functions;  // those that differ
};

// Rows of basis `exact` with kernel instructions. Errors: unreadable (not lodestone.comparison/1,
// or nothing exact in it).
Result<std::vector<CountedWorkload>> read_exact_counts(std::string_view json);

}  // namespace lodestone::explain
