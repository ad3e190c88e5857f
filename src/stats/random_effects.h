// SPDX-License-Identifier: GPL-2.0-or-later
// Effects of several machines (or repetitions) as one: random-effects mean with the interval of
// Hartung and Knapp (2001), which has k - 1 degrees of freedom and so knows how little few machines
// tell. The variance between machines is that of Paule and Mandel (1982), the only root of
// Q(tau^2) = k - 1.
#pragma once

#include <span>

#include "base/result.h"
#include "stats/estimate.h"

namespace lodestone::stats {

// `variance`: of the effect itself (its squared standard error), > 0.
struct Effect {
  double value = 0;
  double variance = 0;
};

struct RandomEffects {
  Estimate mean;                   // se after Hartung and Knapp, df = k - 1
  double between_variance = 0;     // tau^2, on the squared scale of the effects
  double heterogeneity_share = 0;  // I^2 of Higgins and Thompson, 0 to 1
};

// k >= 2 effects. The standard error is never below that of the ordinary weighted mean (Knapp and
// Hartung 2003): effects that agree by chance must not give an interval without width. Errors:
// unreadable for fewer than two, or a variance that is not positive and finite.
Result<RandomEffects> random_effects(std::span<const Effect> effects);

// The same where the errors of the effects are not known: the mean and its standard error from
// their spread alone. Errors: unreadable for fewer than two.
Result<RandomEffects> equal_effects(std::span<const double> values);

}  // namespace lodestone::stats
