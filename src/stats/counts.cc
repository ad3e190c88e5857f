// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/distribution.h"
#include "stats/numbers.h"
#include "stats/sample.h"

namespace lodestone::stats {
namespace {

double log_choose(int64_t n, int64_t k) {
  auto d = [](int64_t v) { return static_cast<double>(v); };
  return std::lgamma(d(n) + 1) - std::lgamma(d(k) + 1) - std::lgamma(d(n - k) + 1);
}

double log_binomial(int64_t k, int64_t n, double p) {
  double value = log_choose(n, k);
  if (k > 0) value += static_cast<double>(k) * std::log(p);
  if (n > k) value += static_cast<double>(n - k) * std::log1p(-p);
  return value;
}

}  // namespace

Interval clopper_pearson(int64_t hits, int64_t trials, double alpha) {
  if (trials < 1 || hits < 0 || hits > trials) return {0, 1};
  double k = static_cast<double>(hits), n = static_cast<double>(trials);
  return {hits == 0 ? 0 : beta_quantile(alpha / 2, k, n - k + 1),
          hits == trials ? 1 : beta_upper_quantile(alpha / 2, k + 1, n - k)};
}

double binomial_test(int64_t k, int64_t n, double p) {
  if (n <= 0) return 1;
  if (k < 0 || k > n || !(p >= 0 && p <= 1)) return nan;
  if (p == 0 || p == 1) return (p == 0 ? k == 0 : k == n) ? 1 : 0;
  // The law falls off on both sides of its mode, so each tail is one binomial sum; the far edge is
  // found by bisection.
  double here = log_binomial(k, n, p) + 1e-7;
  auto mode = std::min(n, static_cast<int64_t>((static_cast<double>(n) + 1) * p));
  if (k == mode) return 1;
  bool low_side = k < mode;
  int64_t inside = mode, outside = low_side ? n + 1 : -1;
  while (std::llabs(outside - inside) > 1) {
    int64_t middle = inside + (outside - inside) / 2;
    (log_binomial(middle, n, p) <= here ? outside : inside) = middle;
  }
  double total = low_side ? binomial_cdf(k, n, p) + binomial_at_least(outside, n, p)
                          : binomial_at_least(k, n, p) + binomial_cdf(outside, n, p);
  return std::min(1.0, total);
}

double compare_totals(int64_t x1, double w1, int64_t x2, double w2) {
  if (!(w1 > 0) || !(w2 > 0) || x1 < 0 || x2 < 0) return nan;
  return binomial_test(x1, x1 + x2, w1 / (w1 + w2));
}

Interval rate_ratio_interval(int64_t x1, double w1, int64_t x2, double w2, double alpha) {
  if (!(w1 > 0) || !(w2 > 0) || x1 + x2 <= 0) return {0, infinity};
  auto share = clopper_pearson(x2, x1 + x2, alpha);
  auto ratio = [&](double q) { return q >= 1 ? infinity : q / (1 - q) * (w1 / w2); };
  return {ratio(share.low), ratio(share.high)};
}

double overdispersion(std::span<const double> counts) {
  auto center = mean(counts);
  auto spread = variance(counts);
  if (!spread || !(*center > 0)) return nan;
  return std::max(1.0, *spread / *center);
}

double fisher_exact(int64_t a, int64_t b, int64_t c, int64_t d) {
  if (a < 0 || b < 0 || c < 0 || d < 0) return nan;
  int64_t row = a + b, column = a + c, total = a + b + c + d;
  auto log_p = [&](int64_t x) {
    return log_choose(row, x) + log_choose(total - row, column - x) - log_choose(total, column);
  };
  double here = log_p(a) + 1e-7, p = 0;
  for (int64_t x = std::max<int64_t>(0, column - (total - row)); x <= std::min(row, column); ++x)
    if (log_p(x) <= here) p += std::exp(log_p(x));
  return std::min(1.0, p);
}

ZeroChange zero_change(double base, double other) {
  if (base == 0 && other == 0) return ZeroChange::both_zero;
  if (base == 0) return ZeroChange::appeared;
  if (other == 0) return ZeroChange::vanished;
  return ZeroChange::plain;
}

}  // namespace lodestone::stats
