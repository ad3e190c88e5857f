// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/estimate.h"

#include <cmath>
#include <limits>

#include "stats/distribution.h"

namespace lodestone::stats {

Interval t_interval(const Estimate& estimate, double alpha) {
  if (estimate.se == 0) return {estimate.value, estimate.value};
  double half = t_upper_quantile(alpha / 2, estimate.df) * estimate.se;
  return {estimate.value - half, estimate.value + half};
}

double t_statistic(const Estimate& estimate, double null) {
  double difference = estimate.value - null;
  if (difference == 0) return 0;
  if (estimate.se == 0) return std::copysign(std::numeric_limits<double>::infinity(), difference);
  return difference / estimate.se;
}

double t_p_value(const Estimate& estimate, double null) {
  double t = t_statistic(estimate, null);
  if (t == 0) return 1;
  if (std::isinf(t)) return 0;
  return t_two_sided(t, estimate.df);
}

double z_equivalent(double t, double df) {
  if (t == 0 || std::isinf(t)) return t;
  double tail = t_upper(std::fabs(t), df);
  // Beyond the smallest double, t itself is as good a name for "far out".
  if (!(tail > 0)) return std::copysign(40.0, t);
  return std::copysign(normal_upper_quantile(tail), t);
}

}  // namespace lodestone::stats
