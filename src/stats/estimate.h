// SPDX-License-Identifier: GPL-2.0-or-later
// An estimate with its standard error and degrees of freedom: what every estimator gives and every
// interval, p value and plan takes.
#pragma once

#include <optional>

namespace lodestone::stats {

struct Interval {
  double low = 0;
  double high = 0;
};

// `se` >= 0, `df` > 0. An se of 0 happens when all values agree; intervals then need a floor
// (quantum.h), because a zero-width interval claims more than any clock can know.
struct Estimate {
  double value = 0;
  double se = 0;
  double df = 0;
};

// The 1 - alpha interval by Student's t. alpha in (0, 1).
Interval t_interval(const Estimate& estimate, double alpha);
// Two-sided p of value == null. 1 if value == null, 0 if se is 0 and value differs.
double t_p_value(const Estimate& estimate, double null = 0);
// (value - null) / se; infinite with the sign of the difference if se is 0, 0 if there is no
// difference.
double t_statistic(const Estimate& estimate, double null = 0);
// The z value that is as improbable as this t: the scale on which stopping bounds are computed.
// Signed.
double z_equivalent(double t, double df);

}  // namespace lodestone::stats
