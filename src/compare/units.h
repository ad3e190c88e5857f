// SPDX-License-Identifier: GPL-2.0-or-later
// The independent units of one side: boots where there are several on both sides, else processes.
#pragma once

#include <string>
#include <vector>

#include "model/run.h"

namespace lodestone {

enum class Level { process, boot };

struct Units {
  std::vector<double> values;     // one a unit, in the order measured
  std::vector<double> processes;  // one a process, in the order measured, for the series checks
  size_t boots = 1;
};

size_t boots_of(const std::vector<Sample>& samples);
// With `logs`, means are of logarithms (all values must be positive). Values of one process are
// averaged first, then, at boot level, the processes of a boot.
Units units_of(const std::vector<Sample>& samples, Level level, bool logs);

// "10 runs a side", "10 and 12 runs", "6 boots a side".
std::string units_text(size_t base, size_t new_, const char* one, const char* several);

}  // namespace lodestone
