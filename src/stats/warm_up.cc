// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/warm_up.h"

#include <cmath>

namespace lodestone::stats {

size_t warm_up_length(std::span<const double> values) {
  if (values.size() < 4) return 0;
  size_t best = 0;
  double best_error = 0;
  for (size_t dropped = 0; dropped <= values.size() / 2; ++dropped) {
    const auto rest = values.subspan(dropped);
    const double n = static_cast<double>(rest.size());
    double mean = 0;
    for (double value : rest) mean += value;
    mean /= n;
    double squares = 0;
    for (double value : rest) squares += (value - mean) * (value - mean);
    const double error = squares / (n * n);
    // A gain of rounding errors alone drops nothing.
    if (dropped == 0 || error < best_error * (1 - 1e-9)) {
      best = dropped;
      best_error = error;
    }
  }
  return best;
}

}  // namespace lodestone::stats
