// SPDX-License-Identifier: GPL-2.0-or-later
// Many metrics at once: false discovery rate and the intervals that belong to it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lodestone::stats {

// Adjusted p values of Benjamini and Hochberg 1995, in the order given; NaN stays NaN and does not
// count.
std::vector<double> benjamini_hochberg(std::span<const double> p);
// Benjamini and Yekutieli 2001: valid under any dependence, larger by sum 1/i.
std::vector<double> benjamini_yekutieli(std::span<const double> p);
// How many are at most q after Benjamini-Hochberg.
std::size_t discoveries(std::span<const double> p, double q);

// Level for a second-stage family when `selected` of `families` were selected (Benjamini and
// Bogomolov 2014), and for the intervals of `selected` out of `families` parameters (false coverage
// rate, Benjamini and Yekutieli 2005): q R/K.
double selected_level(double q, std::size_t selected, std::size_t families);

}  // namespace lodestone::stats
