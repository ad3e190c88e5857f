// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/levels.h"

#include <algorithm>
#include <cmath>

#include "stats/sample.h"

namespace lodestone::stats {

Components components(const std::vector<std::vector<double>>& groups) {
  Components result;
  std::vector<double> squares_within, means, sizes;
  double total = 0, squares = 0;
  for (const auto& group : groups) {
    if (group.empty()) continue;
    double size = static_cast<double>(group.size());
    means.push_back(*mean(group));
    sizes.push_back(size);
    total += size;
    squares += size * size;
    if (auto v = variance(group)) squares_within.push_back(*v * (size - 1));
  }
  result.groups = means.size();
  double k = static_cast<double>(means.size());
  if (total > k) result.within = std::sqrt(sum(squares_within) / (total - k));
  if (means.size() < 2) return result;
  double grand = 0;
  for (size_t i = 0; i < means.size(); ++i) grand += means[i] * (sizes[i] / total);
  std::vector<double> between;
  for (size_t i = 0; i < means.size(); ++i)
    between.push_back(sizes[i] * (means[i] - grand) * (means[i] - grand));
  result.mean_size = (total - squares / total) / (k - 1);
  double component = (sum(between) / (k - 1) - result.within * result.within) / result.mean_size;
  result.between = component > 0 ? std::sqrt(component) : 0;
  return result;
}

int best_size(const Components& components, double unit_cost, double value_cost, int most) {
  if (!(components.between > 0) || !(value_cost > 0)) return most;
  double ratio = components.within / components.between;
  double size = std::ceil(std::sqrt(unit_cost / value_cost) * ratio);
  return static_cast<int>(std::clamp(size, 1.0, static_cast<double>(most)));
}

}  // namespace lodestone::stats
