// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/contrast.h"

#include <algorithm>
#include <cmath>

namespace lodestone::lab {
namespace {

// The largest k with P(Binomial(n, 1/2) < k) <= alpha / 2: [x_(k), x_(n+1-k)] covers the median
// with 1 - alpha (David and Nagaraja, Order Statistics, 7.1). 0: n is too small.
int sign_interval_rank(int n, double alpha) {
  double probability = std::pow(0.5, n), sum = 0;
  int k = 0;
  while (k <= n / 2) {
    sum += probability;
    if (sum > alpha / 2) break;
    ++k;
    probability *= static_cast<double>(n - k + 1) / k;
  }
  return k;
}

double percent(double log_ratio) {
  return (std::exp(log_ratio) - 1) * 100;
}

}  // namespace

const char* name_of(Effect effect) {
  switch (effect) {
    case Effect::slower:
      return "slower";
    case Effect::faster:
      return "faster";
    case Effect::same:
      return "same";
    case Effect::undecided:
      return "undecided";
  }
  return "undecided";
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const size_t middle = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Contrast contrast(const std::vector<double>& times, const std::vector<double>& reference,
                  double margin) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(times.size(), reference.size()); ++i)
    if (times[i] > 0 && reference[i] > 0) ratios.push_back(std::log(times[i] / reference[i]));
  Contrast result;
  result.n = static_cast<int>(ratios.size());
  if (ratios.empty()) return result;
  std::sort(ratios.begin(), ratios.end());
  result.change_percent = percent(median(ratios));
  const int rank = sign_interval_rank(result.n, 0.01);
  if (rank < 1) return result;
  result.has_interval = true;
  result.low_percent = percent(ratios[static_cast<size_t>(rank - 1)]);
  result.high_percent = percent(ratios[ratios.size() - static_cast<size_t>(rank)]);
  const double m = margin * 100;
  if (result.low_percent > m)
    result.effect = Effect::slower;
  else if (result.high_percent < -m)
    result.effect = Effect::faster;
  else if (result.low_percent > -m && result.high_percent < m)
    result.effect = Effect::same;
  return result;
}

}  // namespace lodestone::lab
