// SPDX-License-Identifier: GPL-2.0-or-later
// Task counts of a scaling run: "1,4,6,8", percentages of the usable CPUs, or the default sweep.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace lodestone {

inline constexpr int most_tasks = 4096;

// "1,4,6", "50%,100%", "1-4", "sweep": ascending, each once. A percentage is rounded to the nearest
// count, at least 1. Errors: usage, for what is no count or lies outside 1 to most_tasks.
Result<std::vector<int>> parse_task_list(const std::string& text, int usable_cpus);
// 1, 2, 4 ... and the number of usable CPUs itself.
std::vector<int> power_of_two_sweep(int usable_cpus);

}  // namespace lodestone
