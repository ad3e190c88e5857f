// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUs are busy between two readings of /proc/stat.
#pragma once

#include <string_view>
#include <vector>

#include "sys/cpus.h"

namespace lodestone {

// CPUs that were not idle for more than `share` of the time between the two texts.
std::vector<int> busy_cpus(std::string_view before, std::string_view after, double share);

// Those of `busy` that share a core with another CPU.
std::vector<int> with_siblings(const std::vector<int>& busy, const std::vector<CpuPlace>& places);

}  // namespace lodestone
