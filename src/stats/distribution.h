// SPDX-License-Identifier: GPL-2.0-or-later
// Distribution functions. Upper tails are computed as such, never as 1 - cdf, so that they stay
// exact far out. Arguments out of range give NaN; nothing throws. Source of the values: Boost.Math.
#pragma once

#include <cstdint>

namespace lodestone::stats {

double normal_density(double z);
double normal_cdf(double z);
double normal_upper(double z);           // P(Z > z)
double normal_upper_quantile(double p);  // z with P(Z > z) = p; p in (0, 1)

// Student's t; df > 0, may be fractional.
double t_cdf(double t, double df);
double t_upper(double t, double df);
double t_two_sided(double t, double df);  // P(|T| >= |t|)
double t_quantile(double p, double df);
double t_upper_quantile(double p, double df);

// P(|T'| <= critical) etc. for T' non-central t: power of one-sample tests.
double noncentral_t_upper(double t, double df, double noncentrality);

double chi_squared_upper(double x, double df);
double f_upper(double x, double df1, double df2);
double beta_quantile(double p, double a, double b);
double beta_upper_quantile(double p, double a, double b);

// P(X <= k), P(X >= k) for X ~ Binomial(n, p).
double binomial_cdf(int64_t k, int64_t n, double p);
double binomial_at_least(int64_t k, int64_t n, double p);

}  // namespace lodestone::stats
