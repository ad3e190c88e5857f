// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/usl.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace lodestone::stats {
namespace {

constexpr std::pair<double, double> starts[] = {
    {0, 0}, {0.3, 0}, {0, 0.1}, {0.02, 1e-3}, {0.3, 0.1}};

enum { RATE, CONTENTION, COHERENCY, PARAMETERS };
using Vector = std::array<double, PARAMETERS>;  // [RATE] is the logarithm

double denominator(double tasks, const Vector& p) {
  return 1 + p[CONTENTION] * (tasks - 1) + p[COHERENCY] * tasks * (tasks - 1);
}

class Fitter {
 public:
  explicit Fitter(std::span<const UslPoint> points) : points_(points) {}

  double squares(const Vector& p) const {
    double sum = 0;
    for (const UslPoint& point : points_) sum += residual(point, p) * residual(point, p);
    return sum;
  }

  // Best parameters of several descents; `held` (PARAMETERS for none) stays at start[held].
  Vector minimise(const Vector& start, int held,
                  std::span<const std::pair<double, double>> more_starts = {}) const {
    Vector best = descend(start, held);
    double best_squares = squares(best);
    for (auto [contention, coherency] : more_starts) {
      Vector p = start;
      if (held != CONTENTION) p[CONTENTION] = contention;
      if (held != COHERENCY) p[COHERENCY] = coherency;
      p = descend(p, held);
      if (double s = squares(p); s < best_squares) {
        best = p;
        best_squares = s;
      }
    }
    return best;
  }

 private:
  double residual(const UslPoint& point, const Vector& p) const {
    return std::log(point.throughput) - p[RATE] - std::log(point.tasks) +
           std::log(denominator(point.tasks, p));
  }

  // Levenberg-Marquardt with the two shares clipped at 0; a share at 0 that would go below leaves
  // the step.
  Vector descend(Vector p, int held) const {
    double damping = 1e-3;
    double now = squares(p);
    for (int step = 0; step < 200 && damping < 1e12; ++step) {
      double normal[PARAMETERS][PARAMETERS + 1] = {};
      for (const UslPoint& point : points_) {
        double d = denominator(point.tasks, p), n = point.tasks;
        const Vector slope = {-1, (n - 1) / d, n * (n - 1) / d};
        double r = residual(point, p);
        for (int i = 0; i < PARAMETERS; ++i) {
          for (int j = 0; j < PARAMETERS; ++j) normal[i][j] += slope[i] * slope[j];
          normal[i][PARAMETERS] -= slope[i] * r;
        }
      }
      for (int i = 0; i < PARAMETERS; ++i) {
        bool stuck = i == held || (i != RATE && p[i] <= 0 && normal[i][PARAMETERS] <= 0);
        if (!stuck) continue;
        for (int j = 0; j <= PARAMETERS; ++j) normal[i][j] = normal[j % PARAMETERS][i] = 0;
        normal[i][i] = 1;
        normal[i][PARAMETERS] = 0;
      }
      Vector move = solve(normal, damping);
      Vector next = p;
      for (int i = 0; i < PARAMETERS; ++i) next[i] += move[i];
      for (int i : {CONTENTION, COHERENCY}) next[i] = std::max(next[i], 0.0);
      double then = squares(next);
      if (then <= now) {
        bool settled = now - then <= 1e-12 * now;
        p = next;
        now = then;
        damping = std::max(damping / 10, 1e-12);
        if (settled) break;
      } else {
        damping *= 10;
      }
    }
    return p;
  }

  // Gaussian elimination of the damped system; columns are scaled by the diagonal, so the damping
  // is relative.
  static Vector solve(const double (&matrix)[PARAMETERS][PARAMETERS + 1], double damping) {
    double a[PARAMETERS][PARAMETERS + 1];
    for (int i = 0; i < PARAMETERS; ++i) {
      for (int j = 0; j <= PARAMETERS; ++j) a[i][j] = matrix[i][j];
      a[i][i] *= 1 + damping;
    }
    for (int i = 0; i < PARAMETERS; ++i) {
      if (a[i][i] == 0) return {};
      for (int k = i + 1; k < PARAMETERS; ++k) {
        double factor = a[k][i] / a[i][i];
        for (int j = i; j <= PARAMETERS; ++j) a[k][j] -= factor * a[i][j];
      }
    }
    Vector x = {};
    for (int i = PARAMETERS - 1; i >= 0; --i) {
      x[i] = a[i][PARAMETERS];
      for (int j = i + 1; j < PARAMETERS; ++j) x[i] -= a[i][j] * x[j];
      x[i] /= a[i][i];
    }
    return x;
  }

  std::span<const UslPoint> points_;
};

// Where the profile of parameter `index` crosses `limit`, going from the best value in direction
// `sign`.
std::optional<double> crossing(const Fitter& fitter, const Vector& best, int index, int sign,
                               double limit) {
  auto above = [&](double value) {
    Vector p = best;
    p[index] = value;
    return fitter.squares(fitter.minimise(p, index)) > limit;
  };
  bool share = index != RATE;
  double inside = best[index], outside = inside;
  double step = share ? std::max(1e-6, best[index] / 16) : 1e-4;
  for (int doubling = 0; doubling < 60; ++doubling, step *= 2) {
    outside = best[index] + sign * step;
    if (share && outside <= 0) {
      outside = 0;
      if (!above(0)) return 0;
      break;
    }
    if (above(outside)) break;
    inside = outside;
    if (std::fabs(outside) > 1e6) return std::nullopt;
  }
  for (int halving = 0; halving < 30; ++halving) {
    double middle = (inside + outside) / 2;
    (above(middle) ? outside : inside) = middle;
  }
  return outside;
}

bool rises_above_line(std::span<const UslPoint> points) {
  double fewest = std::numeric_limits<double>::infinity(), per_task = 0;
  for (const UslPoint& point : points) fewest = std::min(fewest, point.tasks);
  for (const UslPoint& point : points)
    if (point.tasks == fewest) per_task = std::max(per_task, point.throughput / point.tasks);
  return std::any_of(points.begin(), points.end(), [&](const UslPoint& point) {
    return point.throughput / point.tasks > 1.05 * per_task;
  });
}

}  // namespace

double UslFit::at(double tasks) const {
  return rate.value * tasks / denominator(tasks, {0, contention.value, coherency.value});
}

Result<UslFit> fit_usl(std::span<const UslPoint> points, double confidence) {
  if (!(confidence > 0 && confidence < 1))
    return fail(ErrorCode::usage, "confidence must lie between 0 and 1");
  std::set<double> counts;
  for (const UslPoint& point : points) {
    if (!(point.tasks >= 1) || !(point.throughput > 0) || !std::isfinite(point.tasks) ||
        !std::isfinite(point.throughput))
      return fail(ErrorCode::usage,
                  "a scaling fit needs task counts of 1 or more and positive rates");
    counts.insert(point.tasks);
  }
  if (counts.size() < PARAMETERS)
    return fail(ErrorCode::usage, "a scaling fit needs three different task counts",
                "the law has three parameters", "give more counts, for example --tasks 1,2,4,8");
  Fitter fitter(points);
  Vector best = fitter.minimise({std::log(points[0].throughput / points[0].tasks), 0.01, 1e-4},
                                PARAMETERS, starts);
  UslFit fit;
  fit.rate.value = std::exp(best[RATE]);
  fit.contention.value = best[CONTENTION];
  fit.coherency.value = best[COHERENCY];
  fit.degrees = static_cast<int>(points.size()) - PARAMETERS;
  fit.superlinear = rises_above_line(points);
  if (best[COHERENCY] > 0 && best[CONTENTION] < 1) {
    double peak = std::sqrt((1 - best[CONTENTION]) / best[COHERENCY]);
    if (peak >= 1 && peak <= 16 * *counts.rbegin()) fit.peak_tasks = peak;
  }
  if (fit.degrees <= 0) return fit;
  double squares = fitter.squares(best);
  fit.residual_sd = std::sqrt(squares / fit.degrees);
  boost::math::students_t_distribution<double> t(fit.degrees);
  double quantile = boost::math::quantile(t, 0.5 + confidence / 2);
  // The likelihood-ratio limits of one parameter: S(value) = S(best) (1 + t^2 / degrees). Rounding
  // decides nothing at 0.
  double limit = std::max(squares * (1 + quantile * quantile / fit.degrees), 1e-24);
  std::pair<int, UslParameter*> wanted[] = {
      {RATE, &fit.rate}, {CONTENTION, &fit.contention}, {COHERENCY, &fit.coherency}};
  for (auto [index, parameter] : wanted) {
    parameter->low = crossing(fitter, best, index, -1, limit);
    parameter->high = crossing(fitter, best, index, 1, limit);
    if (index != RATE) continue;
    if (parameter->low) parameter->low = std::exp(*parameter->low);
    if (parameter->high) parameter->high = std::exp(*parameter->high);
  }
  return fit;
}

}  // namespace lodestone::stats
