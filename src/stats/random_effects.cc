// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/random_effects.h"

#include <algorithm>
#include <cmath>

#include "stats/sample.h"

namespace lodestone::stats {
namespace {

struct Weighted {
  double mean = 0, weight = 0, q = 0;
};

Weighted weigh(std::span<const Effect> effects, double between) {
  Weighted result;
  for (const Effect& effect : effects) {
    const double weight = 1 / (effect.variance + between);
    result.weight += weight;
    result.mean += weight * effect.value;
  }
  result.mean /= result.weight;
  for (const Effect& effect : effects) {
    const double distance = effect.value - result.mean;
    result.q += distance * distance / (effect.variance + between);
  }
  return result;
}

// Q falls steadily with the variance between.
double paule_mandel(std::span<const Effect> effects) {
  const double wanted = static_cast<double>(effects.size()) - 1;
  if (weigh(effects, 0).q <= wanted) return 0;
  double low = 0, high = 1e-12;
  while (weigh(effects, high).q > wanted) high *= 4;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (weigh(effects, middle).q > wanted ? low : high) = middle;
  }
  return high;
}

}  // namespace

Result<RandomEffects> random_effects(std::span<const Effect> effects) {
  if (effects.size() < 2)
    return fail(ErrorCode::unreadable, "two effects at least are needed for a mean of them");
  double weights = 0, squares = 0;
  for (const Effect& effect : effects) {
    if (!std::isfinite(effect.value) || !(effect.variance > 0) || !std::isfinite(effect.variance))
      return fail(ErrorCode::unreadable, "an effect has no error to be weighed by");
    weights += 1 / effect.variance;
    squares += 1 / effect.variance / effect.variance;
  }
  const double df = static_cast<double>(effects.size()) - 1;
  RandomEffects result;
  result.between_variance = paule_mandel(effects);
  const Weighted weighted = weigh(effects, result.between_variance);
  const double ordinary = 1 / weighted.weight;
  result.mean = {weighted.mean, std::sqrt(ordinary * std::max(1.0, weighted.q / df)), df};
  const double typical = df * weights / (weights * weights - squares);
  result.heterogeneity_share = result.between_variance / (result.between_variance + typical);
  return result;
}

Result<RandomEffects> equal_effects(std::span<const double> values) {
  const auto center = mean(values);
  const auto deviation = standard_deviation(values);
  if (values.size() < 2 || !center || !deviation)
    return fail(ErrorCode::unreadable, "two effects at least are needed for a mean of them");
  const double n = static_cast<double>(values.size());
  RandomEffects result;
  result.mean = {*center, *deviation / std::sqrt(n), n - 1};
  result.between_variance = *deviation * *deviation;
  return result;
}

}  // namespace lodestone::stats
