// SPDX-License-Identifier: GPL-2.0-or-later
// Sweeps: -P size=64k,1m,64m runs a workload once for each value, several of them once for
// each combination.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "measure/plan.h"

namespace lodestone {

// Each of `selected` under every combination of the values of those parameters that it declares, in
// the order given; a parameter set behind its own name (mmap,size=1m) stays as it is. Errors:
// usage, for text that is not NAME=VALUE,... and for a parameter that none of them declares.
Result<std::vector<Selected>> expand_matrix(const std::vector<Selected>& selected,
                                            const std::vector<std::string>& matrix);

}  // namespace lodestone
