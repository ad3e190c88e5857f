// SPDX-License-Identifier: GPL-2.0-or-later
// Variance components of nested repetition (boot > process > window) and the counts that they call
// for (Cochran 1977; Kalibera and Jones 2013).
#pragma once

#include <span>
#include <vector>

namespace lodestone::stats {

struct Components {
  double within = 0;  // standard deviation of one value inside its unit
  double between =
      0;  // standard deviation of the units themselves; 0 where the estimate is negative
  double mean_size = 0;  // n0, the effective group size of the unbalanced analysis of variance
  size_t groups = 0;
};

// One-way analysis of variance by the method of moments; groups may differ in size. With fewer than
// two groups or no group of two the unknown component is 0.
Components components(const std::vector<std::vector<double>>& groups);

// Values per unit that give the smallest error for a given time: ceil sqrt((cost of a unit / cost
// of a value) (within^2 / between^2)), at least 1; `most` where the units do not differ at all.
int best_size(const Components& components, double unit_cost, double value_cost, int most);

}  // namespace lodestone::stats
