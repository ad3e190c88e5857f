// SPDX-License-Identifier: GPL-2.0-or-later
// Open-ended watching: an interval that holds at every n at once (mixture of N(0, g) on the
// standardised effect; Lai 1976, Wang and Ramdas 2023).
#pragma once

#include <cstddef>

#include "stats/estimate.h"

namespace lodestone::stats {

// Evidence against `value == null` after n values: (1+ng)^(-1/2) [(1+t^2/nu) /
// (1+t^2/(nu(1+ng)))]^((nu+1)/2), nu = n - 1. Its chance of ever reaching 1/alpha is at most alpha
// when the null holds. n >= 2. As a logarithm.
double sequence_log_evidence(double t, size_t n, double g = 1);
// min(1, 1/evidence): a p value valid at every n.
double sequence_p(const Estimate& estimate, size_t n, double g = 1);
// All values with evidence below 1/alpha. May be unbounded for very small n (infinite ends).
Interval sequence_interval(const Estimate& estimate, size_t n, double alpha, double g = 1);

}  // namespace lodestone::stats
