// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/modes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "stats/sample.h"

namespace lodestone::stats {
namespace {

// For a given mode between order statistics, the distance from a distribution function that is
// convex below and concave above. The dip is the smallest over all modes; each side's distance is
// half the largest gap between the empirical steps and their convex minorant or concave majorant on
// that side.
//
// side(x, first, last): largest vertical gap between the lower hull (convex) of the points (x_i,
// i/n) and the upper step points, over i in [first, last].
std::vector<double> convex_gaps(const std::vector<double>& x) {
  // gaps[k]: the largest gap on x[0..k] between the greatest convex minorant of the step function
  // and the step function.
  size_t n = x.size();
  std::vector<double> gaps(n, 0);
  std::vector<size_t> hull;
  double step = 1 / static_cast<double>(n);
  for (size_t k = 0; k < n; ++k) {
    // Lower corners of the step function: (x_i, i/n) counted from 0, i.e. just before the jump.
    auto height = [&](size_t i) { return static_cast<double>(i) * step; };
    while (hull.size() >= 2) {
      size_t a = hull[hull.size() - 2], b = hull.back();
      double left = (height(b) - height(a)) * (x[k] - x[b]);
      double right = (height(k) - height(b)) * (x[b] - x[a]);
      if (left < right) break;
      hull.pop_back();
    }
    hull.push_back(k);
    double worst = 0;
    for (size_t h = 0; h + 1 < hull.size(); ++h) {
      size_t a = hull[h], b = hull[h + 1];
      for (size_t i = a; i < b; ++i) {
        double line = x[b] > x[a]
                          ? height(a) + (height(b) - height(a)) * (x[i] - x[a]) / (x[b] - x[a])
                          : height(a);
        worst = std::max(worst, height(i) + step - line);
      }
    }
    worst = std::max(worst, step);
    gaps[k] = worst;
  }
  return gaps;
}

}  // namespace

double dip(std::span<const double> values) {
  if (values.size() < 4) return 0;
  auto x = sorted(values);
  if (x.front() == x.back()) return 0.5 / static_cast<double>(x.size());
  std::vector<double> mirrored;
  for (size_t i = x.size(); i-- > 0;) mirrored.push_back(-x[i]);
  auto below = convex_gaps(x), above = convex_gaps(mirrored);
  double least = 1;
  for (size_t k = 0; k < x.size(); ++k)
    least = std::min(least, std::max(below[k], above[x.size() - 1 - k]));
  return least / 2;
}

double dip_p(std::span<const double> values, size_t draws) {
  if (values.size() < 4) return 1;
  double observed = dip(values);
  Rng rng(20261130);
  size_t extreme = 0;
  std::vector<double> sample(values.size());
  for (size_t d = 0; d < draws; ++d) {
    for (double& value : sample) value = rng.uniform();
    extreme += dip(sample) >= observed;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + draws);
}

Modes modes(std::span<const double> values, double alpha) {
  Modes result;
  if (values.size() < 8 || dip_p(values) > alpha) return result;
  auto x = sorted(values);
  size_t least = std::max<size_t>(2, x.size() / 20), best = 0;
  double widest = -1;
  // The lowest-density valley: the widest gap that a window of neighbours leaves.
  for (size_t i = least; i + least <= x.size(); ++i)
    if (x[i] - x[i - 1] > widest) {
      widest = x[i] - x[i - 1];
      best = i;
    }
  if (!(widest > 0)) return result;
  result.two = true;
  result.split = x[best - 1] + widest / 2;
  result.low_center = *median(std::span(x).first(best));
  result.high_center = *median(std::span(x).subspan(best));
  result.high_share = static_cast<double>(x.size() - best) / static_cast<double>(x.size());
  return result;
}

}  // namespace lodestone::stats
