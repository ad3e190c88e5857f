// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/bounds.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "stats/distribution.h"
#include "stats/numbers.h"

namespace lodestone::stats {
namespace {

constexpr int nodes = 60;  // per look and half axis: relative error of a bound below 1e-9

// Nodes and weights of [0, 1].
struct Rule {
  double x[nodes], w[nodes];
  Rule() {
    using Gauss = boost::math::quadrature::gauss<double, nodes>;
    int k = 0;
    for (size_t i = 0; i < Gauss::abscissa().size(); ++i) {
      for (double sign : {-1.0, 1.0}) {
        x[k] = (1 + sign * Gauss::abscissa()[i]) / 2;
        w[k++] = Gauss::weights()[i] / 2;
      }
    }
  }
};

const Rule& rule() {
  static const Rule instance;
  return instance;
}

// The density of the score process S_k = Z_k sqrt(t_k) on paths that have not crossed, at nodes of
// [0, reach]; it is symmetric, so half the axis is kept.
struct Density {
  double reach = 0;
  double s[nodes], mass[nodes];  // mass = weight x density
};

// P(|S + N(0, step)| >= edge) over the paths kept (both halves).
double crossing(const Density& density, double edge, double sd) {
  double total = 0;
  for (int i = 0; i < nodes; ++i)
    total += density.mass[i] *
             (normal_upper((edge - density.s[i]) / sd) + normal_upper((edge + density.s[i]) / sd));
  return 2 * total;
}

Density advance(const Density& from, double edge, double sd) {
  Density to;
  to.reach = edge;
  for (int j = 0; j < nodes; ++j) {
    double s = rule().x[j] * edge, value = 0;
    for (int i = 0; i < nodes; ++i)
      value += from.mass[i] *
               (normal_density((s - from.s[i]) / sd) + normal_density((s + from.s[i]) / sd)) / sd;
    to.s[j] = s;
    to.mass[j] = value * rule().w[j] * edge;
  }
  return to;
}

Density start(double edge, double sd) {
  Density first;
  first.reach = edge;
  for (int j = 0; j < nodes; ++j) {
    first.s[j] = rule().x[j] * edge;
    first.mass[j] = normal_density(first.s[j] / sd) / sd * rule().w[j] * edge;
  }
  return first;
}

// Edge at which the crossing probability is `error`: decreasing in the edge, so bisection always
// ends.
double edge_for(const Density& density, double error, double sd, double t) {
  double low = 0, high = 40 * std::sqrt(t);
  for (int i = 0; i < 100 && high - low > 1e-13 * high; ++i) {
    double middle = (low + high) / 2;
    (crossing(density, middle, sd) > error ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double spent(Spending spending, double alpha, double t) {
  if (!(t > 0)) return 0;
  if (t >= 1) return alpha;
  switch (spending) {
    case Spending::square:
      return alpha * t * t;
    case Spending::obrien_fleming:
      return 4 * normal_upper(normal_upper_quantile(alpha / 4) / std::sqrt(t));
    case Spending::pocock:
      return alpha * std::log1p(1.71828182845904523536 * t);
  }
  return 0;
}

Result<std::vector<double>> look_bounds(std::span<const double> fractions, double alpha,
                                        Spending spending) {
  if (!(alpha > 0 && alpha < 1)) return fail(ErrorCode::usage, "alpha must lie between 0 and 1");
  double previous = 0;
  for (double t : fractions) {
    if (!(t > previous && t <= 1))
      return fail(ErrorCode::unreadable, "information fractions must increase within (0, 1]");
    previous = t;
  }
  std::vector<double> bounds;
  Density density;
  bool started = false;
  double last_t = 0, used = 0;
  for (double t : fractions) {
    double error = spent(spending, alpha, t) - used;
    double sd = std::sqrt(t - last_t), edge = 0;
    if (!(error > 1e-300)) {
      // Nothing to spend yet: look later, as if this look had not been.
      bounds.push_back(infinity);
      continue;
    }
    if (!started) {
      sd = std::sqrt(t);
      edge = normal_upper_quantile(error / 2) * sd;
      density = start(edge, sd);
      started = true;
    } else {
      edge = edge_for(density, error, sd, t);
      density = advance(density, edge, sd);
    }
    bounds.push_back(edge / std::sqrt(t));
    used += error;
    last_t = t;
  }
  return bounds;
}

std::vector<int> usual_looks(int most) {
  std::vector<int> looks;
  if (most < 8) return {most};
  // 8, then times 1.35 to the next even number: 8 12 16 22 30 40 54 72 96 130 176 ...
  static constexpr int first[] = {8, 12, 16, 22, 30, 40, 54, 72, 96};
  double next = 8;
  for (int k = 0;; ++k) {
    int count = k < 9 ? first[k] : static_cast<int>(2 * std::llround(next / 2));
    if (count >= most) break;
    looks.push_back(count);
    next = count * 1.35;
  }
  // A last look right after another one would only waste error.
  if (looks.size() > 1 && most - looks.back() < looks.back() / 10) looks.pop_back();
  looks.push_back(most);
  return looks;
}

struct Looks::Memory {
  std::mutex lock;
  std::map<double, std::vector<double>> bounds;
  std::vector<std::vector<double>> curve;  // bounds at log_levels[i]
  std::vector<double> log_levels;
};

Looks::Looks(std::vector<int> counts, int most, Spending spending)
    : counts_(std::move(counts)),
      most_(most),
      spending_(spending),
      memory_(std::make_shared<Memory>()) {
  for (int count : counts_) fractions_.push_back(static_cast<double>(count) / most_);
}

Result<Looks> Looks::plan(std::vector<int> counts, int most, Spending spending) {
  if (counts.empty() || most <= 0)
    return fail(ErrorCode::unreadable, "a schedule needs at least one look");
  Looks looks(std::move(counts), most, spending);
  LODESTONE_TRY(look_bounds(looks.fractions_, 0.05, spending));
  return looks;
}

const std::vector<double>& Looks::bounds(double alpha) const {
  std::lock_guard guard(memory_->lock);
  auto found = memory_->bounds.find(alpha);
  if (found != memory_->bounds.end()) return found->second;
  // plan() has checked the fractions; an alpha outside (0, 1) excludes nothing.
  auto computed = look_bounds(fractions_, alpha, spending_);
  return memory_->bounds
      .emplace(alpha, computed ? *computed : std::vector<double>(counts_.size(), infinity))
      .first->second;
}

Interval Looks::interval(const Estimate& estimate, size_t look, double alpha) const {
  double z = bounds(alpha)[look];
  if (!std::isfinite(z)) return {-infinity, infinity};
  if (estimate.se == 0) return {estimate.value, estimate.value};
  double half = t_upper_quantile(normal_upper(z), estimate.df) * estimate.se;
  return {estimate.value - half, estimate.value + half};
}

double Looks::repeated_p(const Estimate& estimate, size_t look, double null) const {
  double t = t_statistic(estimate, null);
  if (t == 0) return 1;
  if (std::isinf(t)) return 0;
  return level_of(std::fabs(z_equivalent(t, estimate.df)), look);
}

double Looks::level_of(double z, size_t look) const {
  if (std::isnan(z)) return 1;
  std::lock_guard guard(memory_->lock);
  auto& memory = *memory_;
  if (memory.curve.empty()) {
    // Steps small enough for the interpolation below: even in the logarithm up to 1 %, then even.
    for (int i = 0; i < 54; ++i)
      memory.log_levels.push_back(std::log(1e-15) + i * (std::log(1e-2) - std::log(1e-15)) / 54);
    for (double level :
         {.01, .015, .02, .03, .04, .05, .06, .08, .1,  .13, .16, .2,  .25, .3,  .35, .4,
          .45, .5,   .55, .6,  .65, .7,  .75, .8,  .84, .88, .91, .94, .96, .98, .99, .999})
      memory.log_levels.push_back(std::log(level));
    for (double log_level : memory.log_levels) {
      auto bounds = look_bounds(fractions_, std::exp(log_level), spending_);
      memory.curve.push_back(bounds ? *bounds : std::vector<double>(counts_.size(), infinity));
    }
  }
  // z falls as the level rises.
  auto at = [&](size_t i) { return memory.curve[i][look]; };
  size_t last = memory.curve.size() - 1;
  if (z <= at(last)) return 1;
  if (z >= at(0)) {
    // So far out, earlier looks no longer matter: the error of this look alone.
    double here = fractions_[look], before = look > 0 ? fractions_[look - 1] : 0;
    return std::min(
        std::exp(memory.log_levels[0]),
        2 * normal_upper(z) / (spent(spending_, 1, here) - spent(spending_, 1, before)));
  }
  size_t high = 1;
  while (at(high) > z) ++high;
  // Lagrange's polynomial through four neighbours: the logarithm of the level is smooth in z.
  size_t first = std::min(high >= 2 ? high - 2 : 0, last - 3);
  if (!std::isfinite(at(first))) return std::exp(memory.log_levels[high]);
  double result = 0;
  for (size_t i = first; i < first + 4; ++i) {
    double term = memory.log_levels[i];
    for (size_t j = first; j < first + 4; ++j)
      if (j != i) term *= (z - at(j)) / (at(i) - at(j));
    result += term;
  }
  return std::exp(std::clamp(result, memory.log_levels[high - 1], memory.log_levels[high]));
}

}  // namespace lodestone::stats
