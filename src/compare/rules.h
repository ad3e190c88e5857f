// SPDX-License-Identifier: GPL-2.0-or-later
// What a comparison is judged by.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/name.h"

namespace lodestone {

struct Rules {
  double alpha = 0.05;   // chance of a wrong change among all rows that are called changed
  double margin = 0.01;  // a fraction: what counts as no change
  // Patterns (metric id or workload, with * and ?) and their margins; the last that fits holds.
  std::vector<std::pair<std::string, double>> margins;
  // Measured noise floor by metric id, a fraction: a change has to lie beyond it whole. From
  // `calibrate` with different builds of one source; empty where none is known.
  std::map<Name, double> floors;
};

// The margin that holds for a metric of a workload.
double margin_for(const Rules& rules, Name metric, Name workload);

}  // namespace lodestone
