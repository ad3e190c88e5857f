// SPDX-License-Identifier: GPL-2.0-or-later
// Group-sequential bounds: how far the statistic must lie at each look so that the chance of a
// false alarm over all looks together is alpha. Error spending of Lan and DeMets 1983, recursion of
// Armitage, McPherson and Rowe 1969. Bounds are computed by Gauss-Legendre quadrature for the looks
// actually taken, never read from a table.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "stats/estimate.h"

namespace lodestone::stats {

enum class Spending {
  square,          // alpha t^2 (Kim and DeMets 1987): the usual one
  obrien_fleming,  // 4 - 4 Phi(z_{alpha/4} / sqrt t): the two-sided form
  pocock,          // alpha ln(1 + (e - 1) t)
};

// Error spent by the information fraction t in [0, 1], two-sided.
double spent(Spending spending, double alpha, double t);

// z_k for each information fraction (increasing, the last at most 1): two-sided, symmetric. A look
// that gets no error to spend has an infinite bound. Errors: unreadable if the fractions do not
// increase or leave (0, 1].
Result<std::vector<double>> look_bounds(std::span<const double> fractions, double alpha,
                                        Spending spending = Spending::square);

// 8, 12, 16, 22, 30, 40, 54, 72, 96, ... (times 1.35, even), cut at `most`, which is itself the
// last look when it is even and at least 8; below 8 there is one look, at `most`.
std::vector<int> usual_looks(int most);

// A schedule of looks fixed before the first of them.
class Looks {
 public:
  // `counts`: pairs at each look, increasing; `most`: pairs at which alpha is spent entirely, >=
  // the last count.
  static Result<Looks> plan(std::vector<int> counts, int most,
                            Spending spending = Spending::square);

  const std::vector<int>& counts() const { return counts_; }
  int most() const { return most_; }
  // The bounds at level alpha (remembered).
  const std::vector<double>& bounds(double alpha) const;

  // The repeated interval (Jennison and Turnbull 1989) at look k (from 0): value +- t_{1-p, df} se
  // with p = 1 - Phi(z_k). Valid whatever the reason to stop at the look.
  Interval interval(const Estimate& estimate, size_t look, double alpha) const;
  // The smallest alpha at which that interval excludes `null`; 1 if none does.
  double repeated_p(const Estimate& estimate, size_t look, double null = 0) const;
  // The alpha whose bound at look k is z, interpolated between exactly computed levels (relative
  // error below 1e-4).
  double level_of(double z, size_t look) const;

 private:
  Looks(std::vector<int> counts, int most, Spending spending);
  struct Memory;
  std::vector<int> counts_;
  int most_ = 0;
  Spending spending_ = Spending::square;
  std::vector<double> fractions_;
  std::shared_ptr<Memory> memory_;
};

}  // namespace lodestone::stats
