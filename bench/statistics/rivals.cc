// SPDX-License-Identifier: GPL-2.0-or-later
#include "rivals.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "stats/ranks.h"
#include "stats/sample.h"
#include "stats/welch.h"

namespace lodestone::bench {
namespace {

// All of A, then all of B; each value a fresh process.
void blocks(const Cell& cell, double effect, size_t n, Rng& rng, std::vector<double>& a,
            std::vector<double>& b) {
  Session session(cell.course, cell.pair_sd, 2 * n, rng);
  const double sd = cell.pair_sd / std::sqrt(2.0);
  a.clear();
  b.clear();
  for (size_t i = 0; i < 2 * n; ++i) {
    const bool is_new = i >= n;
    double value = session.step() + draw(cell.law, sd, is_new, rng) + (is_new ? effect : 0);
    if (cell.law == Law::quantised) value = quantise(value, cell.pair_sd / 2);
    (is_new ? b : a).push_back(std::exp(value));
  }
}

// One process a side: its layout once, then `n` iterations with half the spread of a process.
void one_process(const Cell& cell, double effect, size_t n, Rng& rng, std::vector<double>& a,
                 std::vector<double>& b) {
  Session session(cell.course, cell.pair_sd, 2 * n, rng);
  const double sd = cell.pair_sd / std::sqrt(2.0);
  a.clear();
  b.clear();
  for (int side = 0; side < 2; ++side) {
    const double process = draw(cell.law, sd, side == 1, rng);
    for (size_t i = 0; i < n; ++i) {
      double value = session.step() + process + sd / 2 * rng.normal() + (side ? effect : 0);
      if (cell.law == Law::quantised) value = quantise(value, cell.pair_sd / 2);
      (side ? b : a).push_back(std::exp(value));
    }
  }
}

bool welch_significant(const std::vector<double>& a, const std::vector<double>& b) {
  const auto estimate = stats::welch(a, b);
  return estimate && stats::t_p_value(*estimate) < .05;
}

bool u_significant(const std::vector<double>& a, const std::vector<double>& b) {
  const auto test = stats::mann_whitney(a, b);
  return test && test->p < .05;
}

bool hyperfine(const Cell& cell, double effect, Rng& rng) {
  std::vector<double> a, b;
  blocks(cell, effect, 10, rng, a, b);
  return welch_significant(a, b);
}

bool u_nine(const Cell& cell, double effect, Rng& rng) {
  std::vector<double> a, b;
  one_process(cell, effect, 9, rng, a, b);
  return u_significant(a, b);
}

bool benchstat(const Cell& cell, double effect, Rng& rng) {
  std::vector<double> a, b;
  one_process(cell, effect, 10, rng, a, b);
  return u_significant(a, b);
}

// 100 samples in one process; t test of the pooled sample and the whole interval of the mean's
// change beyond 1 %. Its bootstrap is replaced by the normal interval, which it estimates.
bool criterion(const Cell& cell, double effect, Rng& rng) {
  std::vector<double> a, b;
  one_process(cell, effect, 100, rng, a, b);
  const auto estimate = stats::welch(a, b);
  if (!estimate || stats::t_p_value(*estimate) >= .05) return false;
  const double center = *stats::mean(a);
  return (estimate->value - 1.96 * estimate->se) / center > .01 ||
         (estimate->value + 1.96 * estimate->se) / center < -.01;
}

bool pyperf(const Cell& cell, double effect, Rng& rng) {
  // 20 processes of three values a side, pooled as if all were independent.
  std::vector<double> pooled[2];
  Session session(cell.course, cell.pair_sd, 120, rng);
  const double sd = cell.pair_sd / std::sqrt(2.0);
  for (int side = 0; side < 2; ++side)
    for (int process = 0; process < 20; ++process) {
      const double own = draw(cell.law, sd, side == 1, rng);
      for (int i = 0; i < 3; ++i)
        pooled[side].push_back(
            std::exp(session.step() + own + sd / 2 * rng.normal() + (side ? effect : 0)));
    }
  return welch_significant(pooled[0], pooled[1]);
}

// One side's minimum above the other's median, its median above the other's maximum, ratio of
// medians above 1.01.
bool lkp(const Cell& cell, double effect, Rng& rng) {
  std::vector<double> a, b;
  blocks(cell, effect, 3, rng, a, b);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const double ma = a[a.size() / 2], mb = b[b.size() / 2];
  const bool apart = (b.front() > ma && mb > a.back()) || (a.front() > mb && ma > b.back());
  return apart && std::max(ma, mb) / std::min(ma, mb) > 1.01;
}

// Means farther apart than both half intervals, each 1.96 standard deviations (not errors).
bool mmtests(const Cell& cell, double effect, Rng& rng) {
  std::vector<double> a, b;
  blocks(cell, effect, 10, rng, a, b);
  return std::fabs(*stats::mean(a) - *stats::mean(b)) >
         1.96 * (*stats::standard_deviation(a) + *stats::standard_deviation(b));
}

// A paired t test after every look, 6 to 90 pairs, arms alternating A B A B.
bool peeking(const Cell& cell, double effect, Rng& rng) {
  Session session(cell.course, cell.pair_sd, 180, rng);
  const double sd = cell.pair_sd / std::sqrt(2.0);
  std::vector<double> differences;
  for (int i = 0; i < 90; ++i) {
    const double a = session.step() + draw(cell.law, sd, false, rng);
    const double b = session.step() + draw(cell.law, sd, true, rng) + cell.position + effect;
    differences.push_back(b - a);
    if (differences.size() >= 6 && differences.size() % 6 == 0) {
      const auto estimate = stats::one_sample(differences);
      if (estimate && stats::t_p_value(*estimate) < .05) return true;
    }
  }
  return false;
}

constexpr std::array<Rival, 8> table{{{"hyperfine+Welch 10+10", hyperfine},
                                      {"U test, 9 in one process", u_nine},
                                      {"benchstat, 10 in one process", benchstat},
                                      {"criterion, 100 samples + 1 %", criterion},
                                      {"pyperf, 20x3 pooled", pyperf},
                                      {"LKP n=3, ratio > 1.01", lkp},
                                      {"mmtests, 1.96 sd, n=10", mmtests},
                                      {"peeking, ABAB, t after each look", peeking}}};

}  // namespace

const std::span<const Rival> rivals(table);

}  // namespace lodestone::bench
