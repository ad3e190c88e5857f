// SPDX-License-Identifier: GPL-2.0-or-later
// Means of two independent groups with unequal variances (Welch 1947), paired and one-sample t.
#pragma once

#include <span>

#include "base/result.h"
#include "stats/estimate.h"

namespace lodestone::stats {

// n, mean and sample standard deviation (n - 1) of a group.
struct Summary {
  double n = 0;
  double mean = 0;
  double sd = 0;
};

// Sum of independent contributions: se = sqrt(sum se_i^2), Satterthwaite's df. 0/0 (all se 0) gives
// the sum of the df.
double combined_df(double se_a, double df_a, double se_b, double df_b);

// mean(b) - mean(a). Needs n >= 2 in both. Errors: unreadable (fewer values, negative or non-finite
// spread).
Result<Estimate> welch(const Summary& a, const Summary& b);
Result<Estimate> welch(std::span<const double> a, std::span<const double> b);
// log(mean b / mean a) by the delta method: relative spreads over sqrt n. Means must be positive.
Result<Estimate> welch_log_ratio(const Summary& a, const Summary& b);

// Mean of one sample; n >= 2.
Result<Estimate> one_sample(std::span<const double> values);
// Mean of b_i - a_i. Errors: unreadable if the lengths differ.
Result<Estimate> paired(std::span<const double> a, std::span<const double> b);

}  // namespace lodestone::stats
