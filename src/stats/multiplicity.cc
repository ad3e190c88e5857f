// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/multiplicity.h"

#include <algorithm>
#include <cmath>

namespace lodestone::stats {
namespace {

std::vector<double> step_up(std::span<const double> p, bool dependent) {
  std::vector<size_t> order;
  for (size_t i = 0; i < p.size(); ++i)
    if (!std::isnan(p[i])) order.push_back(i);
  // Ties by position: the result does not depend on them, and neither may the order of operations.
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return p[a] != p[b] ? p[a] < p[b] : a < b; });
  double count = static_cast<double>(order.size()), factor = 1;
  if (dependent) {
    factor = 0;
    for (size_t i = order.size(); i > 0; --i) factor += 1 / static_cast<double>(i);
  }
  std::vector<double> adjusted(p.begin(), p.end());
  double least = 1;
  for (size_t rank = order.size(); rank > 0; --rank) {
    double value = p[order[rank - 1]] * (count * factor) / static_cast<double>(rank);
    least = std::min(least, value);
    adjusted[order[rank - 1]] = least;
  }
  return adjusted;
}

}  // namespace

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  return step_up(p, false);
}
std::vector<double> benjamini_yekutieli(std::span<const double> p) {
  return step_up(p, true);
}

std::size_t discoveries(std::span<const double> p, double q) {
  auto adjusted = benjamini_hochberg(p);
  return static_cast<size_t>(
      std::count_if(adjusted.begin(), adjusted.end(), [&](double value) { return value <= q; }));
}

double selected_level(double q, std::size_t selected, std::size_t families) {
  if (families == 0) return q;
  return q * static_cast<double>(selected) / static_cast<double>(families);
}

}  // namespace lodestone::stats
