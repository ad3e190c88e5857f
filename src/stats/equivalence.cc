// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/equivalence.h"

#include <algorithm>
#include <cmath>

#include "stats/distribution.h"

namespace lodestone::stats {

Decision decide(const Interval& interval, double band, double floor) {
  if (interval.low > -band && interval.high < band) return Decision::same;
  if (interval.low > floor) return Decision::higher;
  if (interval.high < -floor) return Decision::lower;
  return Decision::undecided;
}

double band_of_margin(double margin) {
  return std::log1p(margin);
}

double equivalence_p(const Estimate& estimate, double band) {
  if (estimate.se == 0) return std::fabs(estimate.value) < band ? 0 : 1;
  double below = t_upper((estimate.value + band) / estimate.se, estimate.df);
  double above = t_upper((band - estimate.value) / estimate.se, estimate.df);
  return std::max(below, above);
}

}  // namespace lodestone::stats
