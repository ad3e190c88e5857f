// SPDX-License-Identifier: GPL-2.0-or-later
// Cells of the kernel test robot's tables, to the character (as the mails of 2014 and of 2015 to
// today print them).
#pragma once

#include <optional>
#include <string>

#include "model/comparison.h"

namespace lodestone {

// The metric's name in such a table: will-it-scale.per_thread_ops rather than scale/... where LKP
// has one.
std::string lkp_name(const ComparisonRow& row);
// The population standard deviation over the mean in percent (LKP divides by n); nothing for a
// single run.
std::optional<double> lkp_spread(const SideSummary& side, Basis basis);

// Ten characters: two decimals below 1000, %10.4g above 1e8, else a whole number, cut and not
// rounded. Below 0.1 three digits, where the robot's two decimals would leave one or none: counts
// per operation are that small.
std::string lkp_mean(double value);
// Six characters: " ±%3d%%", or blanks up to 2 %.
std::string lkp_spread_cell(const std::optional<double>& percent);
// Twelve characters: "%+10.1f% ", or the difference in points.
std::string lkp_change(const ComparisonRow& row);
// As the robot chooses: what explains has to have moved by 5 %, or by a point where it is a share.
// Times and a workload's own counts are always told; what is zero on both sides never is.
bool lkp_tells(const ComparisonRow& row);
// True for metrics whose change is printed as a difference: profiles, and names that end in '%'.
bool lkp_difference(const ComparisonRow& row);

}  // namespace lodestone
