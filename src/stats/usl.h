// SPDX-License-Identifier: GPL-2.0-or-later
// The Universal Scalability Law (N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007,
// chapter 6):
//
//   X(N) = rate N / (1 + contention (N - 1) + coherency N (N - 1))
//
// rate is the throughput of one task, contention (sigma) the share of work that only one task can
// do at a time, coherency (kappa) the cost of keeping pairs of tasks in agreement. contention > 0
// alone flattens the curve (Amdahl); coherency > 0 bends it down, with a peak at sqrt((1 -
// contention) / coherency).
#pragma once

#include <optional>
#include <span>

#include "base/result.h"

namespace lodestone::stats {

// One measured throughput. A task count may occur several times (runs of their own, not windows of
// one run).
struct UslPoint {
  double tasks = 1;       // >= 1
  double throughput = 0;  // operations per second of all tasks together, > 0
};

struct UslParameter {
  double value = 0;
  // Profile-likelihood limits; absent when there are no more points than parameters.
  std::optional<double> low, high;
};

struct UslFit {
  UslParameter rate;        // operations per second of one task
  UslParameter contention;  // >= 0
  UslParameter coherency;   // >= 0
  // Where the fitted curve is highest; absent when that is before one task or beyond 16 times the
  // most tasks measured.
  std::optional<double> peak_tasks;
  double residual_sd = 0;  // of ln X, with `degrees` degrees of freedom; 0 when there are none
  int degrees = 0;         // points - 3
  // Throughput per task somewhere rose well above that of the fewest tasks: the law does not
  // describe this curve.
  bool superlinear = false;

  double at(double tasks) const;  // fitted throughput
};

// Least squares on ln X (errors of rates are relative), contention and coherency held at >= 0.
// `confidence` is two-sided, in (0, 1). Errors: ErrorCode::usage for fewer than three different
// task counts or values outside their range.
Result<UslFit> fit_usl(std::span<const UslPoint> points, double confidence = 0.95);

}  // namespace lodestone::stats
