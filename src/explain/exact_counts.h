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

// What tells builds of a kernel apart, as far as it is known.
struct KernelIdentity {
  std::string build_id, banner;
};

struct CountedWorkload {
  std::string workload;
  std::string verdict;                     // more, less, equal, identical, undecided
  double base = 0, next = 0;               // kernel instructions per operation
  std::vector<CountedFunction> functions;  // those that differ
  KernelIdentity base_kernel, next_kernel;
};

// Rows of basis `exact` with kernel instructions. Errors: unreadable (not lodestone.comparison/1,
// or nothing exact in it).
Result<std::vector<CountedWorkload>> read_exact_counts(std::string_view json);

// Whether the counts are of these two kernels: where they were taken with the sides swapped, they
// are turned round. Errors: not_comparable, when a side is another kernel. A side of which neither
// build id nor banner is known is believed.
Result<void> fit_counts(std::vector<CountedWorkload>& counts, const KernelIdentity& base,
                        const KernelIdentity& next);

}  // namespace lodestone::explain
