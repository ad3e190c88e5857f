// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/sequence.h"
#include "stats/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lodestone::stats {

double sequence_log_evidence(double t, size_t n, double g) {
  if (n < 2) return 0;
  double nu = static_cast<double>(n) - 1, spread = 1 + static_cast<double>(n) * g;
  if (std::isinf(t)) return 0.5 * nu * std::log(spread);
  double square = t * t / nu;
  return -0.5 * std::log(spread) +
         0.5 * (nu + 1) * (std::log1p(square) - std::log1p(square / spread));
}

double sequence_p(const Estimate& estimate, size_t n, double g) {
  return std::min(1.0, std::exp(-sequence_log_evidence(t_statistic(estimate), n, g)));
}

Interval sequence_interval(const Estimate& estimate, size_t n, double alpha, double g) {
  double wanted = -std::log(alpha);
  if (n < 2 || sequence_log_evidence(infinity, n, g) <= wanted) return {-infinity, infinity};
  if (estimate.se == 0) return {estimate.value, estimate.value};
  // Evidence rises with |t|: double, then halve.
  double low = 0, high = 1;
  while (sequence_log_evidence(high, n, g) < wanted && high < 1e300) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
    double middle = (low + high) / 2;
    (sequence_log_evidence(middle, n, g) < wanted ? low : high) = middle;
  }
  return {estimate.value - high * estimate.se, estimate.value + high * estimate.se};
}

}  // namespace lodestone::stats
