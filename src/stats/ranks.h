// SPDX-License-Identifier: GPL-2.0-or-later
// Rank tests, for what others computed with them and as cross-checks: Mann and Whitney 1947,
// Wilcoxon 1945, the sign interval of a median. None of them decides a verdict here.
#pragma once

#include <optional>
#include <span>

#include "base/result.h"
#include "stats/estimate.h"

namespace lodestone::stats {

struct RankTest {
  double statistic = 0;  // U of the first sample; W = the smaller signed rank sum
  double p = 1;          // two-sided
  bool exact = false;
};

// Mid-ranks for ties. Exact (no ties, both sizes at most 40) or normal with tie and continuity
// correction. `force` picks one of them: an exact p with ties is refused. Errors: unreadable (an
// empty side, not finite, ties).
enum class RankMethod { automatic, exact, asymptotic };
Result<RankTest> mann_whitney(std::span<const double> a, std::span<const double> b,
                              RankMethod method = RankMethod::automatic);
// Signed ranks of differences; zeros are dropped. Exact up to 60 values without ties, else normal
// with continuity.
Result<RankTest> wilcoxon(std::span<const double> differences,
                          RankMethod method = RankMethod::automatic);

// The interval of a median from order statistics: the narrowest symmetric one with coverage at
// least 1 - alpha.
struct SignInterval {
  size_t low = 0, high = 0;  // 1-based order statistics
  double coverage = 0;
  Interval interval;
};
// Nothing when even the whole range does not cover (n < 6 at 5 %).
std::optional<SignInterval> sign_interval(std::span<const double> values, double alpha = 0.05);

}  // namespace lodestone::stats
