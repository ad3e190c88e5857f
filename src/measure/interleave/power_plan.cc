// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/power_plan.h"

#include <algorithm>
#include <cmath>

#include "stats/planning.h"

namespace lodestone {

PowerPlan plan_power(const WorkloadNoise& noise, const PowerAims& aims) {
  PowerPlan plan;
  // The trimmed mean keeps about 95 % of the mean's efficiency under a normal law; neighbours that
  // resemble each other widen intervals as the decision does (stats/series.h).
  plan.pair_sd = noise.pair_sd * 1.03;
  if (noise.pairs > 2 && noise.lag1 > 2 / std::sqrt(static_cast<double>(noise.pairs))) {
    const double r = std::min(noise.lag1, .95);
    plan.pair_sd *= std::sqrt((1 + r) / (1 - r));
  }
  const auto whole = [](int n) { return n == 0 ? 0 : std::max(8, n + n % 2); };
  plan.find =
      whole(stats::pairs_for_power(std::log1p(aims.effect), plan.pair_sd, aims.power, aims.alpha));
  plan.prove = whole(
      stats::pairs_for_equivalence(std::log1p(aims.margin), plan.pair_sd, aims.power, aims.alpha));
  plan.find_seconds = plan.find * noise.pair_seconds;
  plan.prove_seconds = plan.prove * noise.pair_seconds;
  return plan;
}

}  // namespace lodestone
