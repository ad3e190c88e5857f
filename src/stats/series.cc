// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/series.h"

#include <algorithm>
#include <cmath>

#include "stats/sample.h"
#include "stats/sum.h"

namespace lodestone::stats {
namespace {

// Autocovariance at a lag, divided by n as usual for a positive definite sequence.
double autocovariance(std::span<const double> centered, size_t lag) {
  Sum products;
  for (size_t i = lag; i < centered.size(); ++i) products.add(centered[i] * centered[i - lag]);
  return products.value() / static_cast<double>(centered.size());
}

std::vector<double> centered(std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  double center = mean(values).value_or(0);
  for (double& value : result) value -= center;
  return result;
}

}  // namespace

std::optional<double> lag1(std::span<const double> values) {
  if (values.size() < 3) return std::nullopt;
  auto around = centered(values);
  double total = autocovariance(around, 0);
  if (!(total > 0)) return std::nullopt;
  return autocovariance(around, 1) / total;
}

double error_inflation(std::span<const double> values) {
  auto r = lag1(values);
  if (!r || !(*r > 2 / std::sqrt(static_cast<double>(values.size())))) return 1;
  double cut = std::min(*r, .95);
  return std::sqrt((1 + cut) / (1 - cut));
}

std::vector<double> batch_means(std::span<const double> values, size_t size) {
  std::vector<double> means;
  if (size == 0) return means;
  for (size_t i = 0; i + size <= values.size(); i += size)
    means.push_back(*mean(values.subspan(i, size)));
  return means;
}

double effective_size(std::span<const double> values) {
  double n = static_cast<double>(values.size());
  if (values.size() < 4) return n;
  auto around = centered(values);
  double total = autocovariance(around, 0);
  if (!(total > 0)) return n;
  // Sums of neighbouring autocovariances are positive and falling for a reversible chain; stop
  // where they are not.
  double time = -1, last = 2 * total;
  for (size_t lag = 0; lag + 1 < values.size(); lag += 2) {
    double pair = autocovariance(around, lag) + autocovariance(around, lag + 1);
    if (!(pair > 0)) break;
    last = std::min(last, pair);
    time += 2 * last / total;
  }
  return std::clamp(n / std::max(time, 1 / n), 1.0, n);
}

}  // namespace lodestone::stats
