// SPDX-License-Identifier: GPL-2.0-or-later
// One mode or two? The dip statistic (Hartigan and Hartigan 1985) asks, the deepest valley splits.
#pragma once

#include <cstddef>
#include <span>

namespace lodestone::stats {

// The largest distance between the empirical distribution function and the nearest unimodal one.
// 1/(2n) is the least possible; 0 below 4 values. O(n^2) worst case.
double dip(std::span<const double> values);
// p value against the uniform law (the worst unimodal one), by simulation with a fixed seed and
// `draws` samples: (1 + #) / (1 + draws). For display only.
double dip_p(std::span<const double> values, size_t draws = 500);

struct Modes {
  bool two = false;
  double split = 0;                        // between the modes
  double low_center = 0, high_center = 0;  // medians of both sides
  double high_share = 0;                   // share of values in the upper mode
};
// Two modes where dip_p <= alpha and both hold at least a twentieth of the values (and two). n
// >= 8.
Modes modes(std::span<const double> values, double alpha = 0.01);

}  // namespace lodestone::stats
