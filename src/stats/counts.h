// SPDX-License-Identifier: GPL-2.0-or-later
// Counts: proportions, totals with exposure, 2x2 tables. No logarithm of a zero is ever taken.
#pragma once

#include <cstdint>
#include <span>

#include "stats/estimate.h"

namespace lodestone::stats {

// Clopper and Pearson 1934: exact interval of a proportion, 0 <= hits <= trials, trials >= 1.
Interval clopper_pearson(int64_t hits, int64_t trials, double alpha = 0.05);

// Two-sided exact binomial p: the sum of the probabilities of all outcomes at most as probable as
// k.
double binomial_test(int64_t k, int64_t n, double p);
// Are two totals from equal rates? Given their sum, x1 ~ Binomial(x1+x2, w1/(w1+w2)). Exposures >
// 0. 0 and 0 give 1.
double compare_totals(int64_t x1, double w1, int64_t x2, double w2);
// Interval of rate2/rate1 from the same conditional law; high is infinite when x1 is 0, [0, inf]
// when both are 0.
Interval rate_ratio_interval(int64_t x1, double w1, int64_t x2, double w2, double alpha = 0.05);

// Pearson's dispersion of counts with equal expectation: variance over mean; 1 for Poisson. At
// least 1 is returned, NaN below two counts or for mean 0. A quasi-Poisson error multiplies the
// interval's log width by sqrt of it.
double overdispersion(std::span<const double> counts);

// Fisher's exact test of the table a b / c d, two-sided.
double fisher_exact(int64_t a, int64_t b, int64_t c, int64_t d);

// What a change between two totals is called when one of them is zero; `plain` when neither is.
enum class ZeroChange { plain, both_zero, appeared, vanished };
ZeroChange zero_change(double base, double other);

}  // namespace lodestone::stats
