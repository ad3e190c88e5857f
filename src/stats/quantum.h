// SPDX-License-Identifier: GPL-2.0-or-later
// Coarse clocks and counters: values that repeat, and the width below which no interval may go.
#pragma once

#include <span>

namespace lodestone::stats {

struct Resolution {
  bool coarse = false;    // fewer than 10 distinct values among at least 20, or more than 20 % ties
  bool constant = false;  // all values equal (at least two)
  double quantum =
      0;  // smallest step between values; if constant, one unit of the last decimal written
};

// One unit of the last decimal of the shortest text that reads back as the value: .1 for 12.5, 1
// for 55943.
double last_place(double value);

Resolution resolution_of(std::span<const double> values);

}  // namespace lodestone::stats
