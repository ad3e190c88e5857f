// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/planning.h"

#include <algorithm>
#include <cmath>

#include "stats/distribution.h"

namespace lodestone::stats {
namespace {

// Power rises with n: doubling, then bisection.
template <typename Power>
int fewest(Power power, double wanted, int limit) {
  int high = 2;
  while (high < limit && !(power(high) >= wanted)) high = std::min(limit, high * 2);
  if (!(power(high) >= wanted)) return 0;
  int low = std::max(2, high / 2);
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (power(middle) >= wanted)
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

}  // namespace

double minimum_detectable(double se, double df, double critical, double power) {
  return (critical + t_quantile(power, df)) * se;
}

double paired_power(double effect, double sd, int n, double alpha) {
  if (n < 2) return 0;
  if (!(sd > 0)) return effect != 0 ? 1 : alpha;
  double df = n - 1, critical = t_upper_quantile(alpha / 2, df);
  double shift = std::fabs(effect) / sd * std::sqrt(static_cast<double>(n));
  // Beyond 1000 degrees of freedom the normal law is the non-central t to five digits, and
  // converges always.
  if (df > 1000) return normal_upper(critical - shift) + normal_upper(critical + shift);
  double upper = noncentral_t_upper(critical, df, shift);
  double lower = noncentral_t_upper(critical, df, -shift);
  return std::isnan(upper) ? normal_upper(critical - shift)
                           : upper + (std::isnan(lower) ? 0 : lower);
}

int pairs_for_power(double effect, double sd, double power, double alpha, int limit) {
  if (!(effect != 0)) return 0;
  return fewest([&](int n) { return paired_power(effect, sd, n, alpha); }, power, limit);
}

double equivalence_power(double band, double sd, int n, double alpha) {
  if (n < 2) return 0;
  if (!(sd > 0)) return 1;
  double df = n - 1, critical = t_upper_quantile(alpha, df);
  double shift = band / sd * std::sqrt(static_cast<double>(n));
  double one = df > 1000 ? normal_upper(critical - shift) : noncentral_t_upper(critical, df, shift);
  return std::max(0.0, 2 * one - 1);
}

int pairs_for_equivalence(double band, double sd, double power, double alpha, int limit) {
  if (!(band > 0)) return 0;
  return fewest([&](int n) { return equivalence_power(band, sd, n, alpha); }, power, limit);
}

}  // namespace lodestone::stats
