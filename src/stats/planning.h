// SPDX-License-Identifier: GPL-2.0-or-later
// How small a change a measurement could have found, and how much it takes to find one.
#pragma once

#include "stats/estimate.h"

namespace lodestone::stats {

// (c + t_{power, df}) se: a true change of this size is found with the given power. `critical` is
// the t multiplier of the interval used. Same scale as se.
double minimum_detectable(double se, double df, double critical, double power = 0.9);

// Power of the two-sided one-sample t test of `n` pairs whose differences have standard deviation
// `sd`.
double paired_power(double effect, double sd, int n, double alpha = 0.05);
// The fewest pairs with that power; 0 if more than `limit` are needed.
int pairs_for_power(double effect, double sd, double power = 0.9, double alpha = 0.05,
                    int limit = 1000000);

// Power to prove |effect| < band by two one-sided tests at level alpha when the effect is 0
// (non-central t bound: 2 P - 1), and the pairs that it takes.
double equivalence_power(double band, double sd, int n, double alpha = 0.05);
int pairs_for_equivalence(double band, double sd, double power = 0.9, double alpha = 0.05,
                          int limit = 1000000);

}  // namespace lodestone::stats
