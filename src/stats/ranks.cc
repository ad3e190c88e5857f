// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/ranks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/distribution.h"
#include "stats/sample.h"

namespace lodestone::stats {
namespace {

struct Ranked {
  std::vector<double> ranks;  // in the order given
  double ties = 0;            // sum of t^3 - t
};

Ranked rank(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return values[a] != values[b] ? values[a] < values[b] : a < b;
  });
  Ranked result;
  result.ranks.resize(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    double middle = (static_cast<double>(i + 1) + static_cast<double>(end)) / 2;
    for (size_t k = i; k < end; ++k) result.ranks[order[k]] = middle;
    double size = static_cast<double>(end - i);
    result.ties += size * size * size - size;
    i = end;
  }
  return result;
}

// Number of ways to reach each rank sum, as probabilities: ways to choose `m` of 1..n by sum less
// the least.
std::vector<double> rank_sum_law(size_t m, size_t n) {
  // p[k][s]: choosing k of the first j ranks; counts in doubles stay exact far beyond the sizes
  // allowed here.
  size_t most = m * n;
  std::vector<std::vector<double>> ways(m + 1, std::vector<double>(most + 1, 0));
  ways[0][0] = 1;
  for (size_t j = 1; j <= m + n; ++j)
    for (size_t k = std::min(m, j); k >= 1; --k) {
      // Taking rank j as the k-th adds j - k to the sum above the least possible.
      size_t add = j - k;
      for (size_t s = most + 1; s-- > add;) ways[k][s] += ways[k - 1][s - add];
    }
  double total = sum(ways[m]);
  for (double& value : ways[m]) value /= total;
  return ways[m];
}

}  // namespace

Result<RankTest> mann_whitney(std::span<const double> a, std::span<const double> b,
                              RankMethod method) {
  LODESTONE_TRY(require_finite(a, "base"));
  LODESTONE_TRY(require_finite(b, "new"));
  if (a.empty() || b.empty()) return fail(ErrorCode::unreadable, "a side has no values");
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  auto ranked = rank(all);
  double m = static_cast<double>(a.size()), n = static_cast<double>(b.size());
  double u = sum(std::span(ranked.ranks).first(a.size())) - m * (m + 1) / 2;
  RankTest test{u, 1, false};
  if (method == RankMethod::exact && ranked.ties > 0)
    return fail(ErrorCode::unreadable, "an exact rank test needs values without ties");
  bool exact =
      method == RankMethod::exact ||
      (method == RankMethod::automatic && ranked.ties == 0 && a.size() <= 40 && b.size() <= 40);
  double larger = std::max(u, m * n - u);
  if (exact) {
    auto law = rank_sum_law(a.size(), b.size());
    double tail = 0;
    for (size_t s = law.size(); s-- > static_cast<size_t>(larger);) tail += law[s];
    test.p = std::min(1.0, 2 * tail);
    test.exact = true;
    return test;
  }
  double total = m + n;
  double variance = m * n / 12 * (total + 1 - ranked.ties / (total * (total - 1)));
  if (!(variance > 0)) return test;
  test.p = std::min(1.0, 2 * normal_upper((larger - m * n / 2 - 0.5) / std::sqrt(variance)));
  return test;
}

Result<RankTest> wilcoxon(std::span<const double> differences, RankMethod method) {
  LODESTONE_TRY(require_finite(differences, "differences"));
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (double value : differences)
    if (value != 0) {
      sizes.push_back(std::fabs(value));
      positive.push_back(value > 0);
    }
  if (sizes.empty()) return RankTest{0, 1, true};
  auto ranked = rank(sizes);
  double plus = 0, n = static_cast<double>(sizes.size()), total = n * (n + 1) / 2;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (positive[i]) plus += ranked.ranks[i];
  double smaller = std::min(plus, total - plus);
  RankTest test{smaller, 1, false};
  if (method == RankMethod::exact && ranked.ties > 0)
    return fail(ErrorCode::unreadable, "an exact rank test needs values without ties");
  if (method == RankMethod::exact ||
      (method == RankMethod::automatic && ranked.ties == 0 && sizes.size() <= 60)) {
    std::vector<double> law(static_cast<size_t>(total) + 1, 0);
    law[0] = 1;
    for (size_t r = 1; r <= sizes.size(); ++r)
      for (size_t s = law.size(); s-- > 0;) law[s] = (law[s] + (s >= r ? law[s - r] : 0)) / 2;
    double tail = 0;
    for (size_t s = 0; s <= static_cast<size_t>(smaller); ++s) tail += law[s];
    test.p = std::min(1.0, 2 * tail);
    test.exact = true;
    return test;
  }
  double variance = n * (n + 1) * (2 * n + 1) / 24 - ranked.ties / 48;
  test.p = std::min(1.0, 2 * normal_upper((total / 2 - smaller - 0.5) / std::sqrt(variance)));
  return test;
}

std::optional<SignInterval> sign_interval(std::span<const double> values, double alpha) {
  auto n = static_cast<int64_t>(values.size());
  int64_t k = -1;  // largest k with P(X <= k) <= alpha/2
  while (k + 1 < n && binomial_cdf(k + 1, n, .5) <= alpha / 2) ++k;
  if (k < 0) return std::nullopt;
  auto ordered = sorted(values);
  SignInterval result;
  result.low = static_cast<size_t>(k + 1);
  result.high = static_cast<size_t>(n - k);
  result.coverage = 1 - 2 * binomial_cdf(k, n, .5);
  result.interval = {ordered[result.low - 1], ordered[result.high - 1]};
  return result;
}

}  // namespace lodestone::stats
