// SPDX-License-Identifier: GPL-2.0-or-later
// Which tests carry the change of a UnixBench score. The score is a geometric mean, so the
// logarithms of the tests' ratios add up to its own, and each group of tests has a share of it. One
// number otherwise hides opposite moves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "compare/remark.h"
#include "compare/score.h"

namespace lodestone::remark_score_share {
namespace {

std::string signed_percent(double log_of_ratio) {
  return fmt::format("{:+.1f} %", 100 * std::expm1(log_of_ratio));
}

void on_pair(const Side&, const Side&, PairComparison& pair) {
  const auto score = score_change(pair);
  if (!score || !score->follows()) return;
  const double moved = score->log_ratio, total = score->sum_of_parts;
  std::vector<std::pair<double, std::string>> shares, tests;
  for (const ScoreGroup& group : score->groups) {
    shares.emplace_back(group.log_ratio, group.name);
    for (const ScorePart& test : group.parts)
      tests.emplace_back(test.log_ratio, test.row->metric.title);
  }
  // A score that hardly moved has no shares worth naming.
  if (std::fabs(total / 12) < 0.001) return;
  std::sort(shares.begin(), shares.end(),
            [&](const auto& a, const auto& b) { return a.first / total > b.first / total; });
  std::vector<std::string> parts;
  for (const auto& [sum, name] : shares)
    parts.push_back(fmt::format("{} {:.0f} %", name, 100 * sum / total));
  add_finding(
      pair.findings,
      {"F040 score-shares",
       fmt::format("of the score's change of {}: {}", signed_percent(moved), join(parts, ", ")),
       "the score is a geometric mean: the logarithms of the tests' changes add up to its own",
       ""});

  std::vector<std::string> against;
  std::sort(tests.begin(), tests.end(),
            [&](const auto& a, const auto& b) { return a.first / total < b.first / total; });
  for (const auto& [ratio, title] : tests)
    if (ratio / total < 0 && std::fabs(ratio) >= 0.01)
      against.push_back(title + " " + signed_percent(ratio));
  if (!against.empty())
    add_finding(pair.findings,
                {"F041 opposite-moves",
                 fmt::format("the score moves {}, but against it: {}", signed_percent(moved),
                             join(against, ", ")),
                 "one number hides opposite moves", "judge the tests, not the score alone"});
  for (const ScorePart& test : score->groups.back().parts) {
    if (std::fabs(test.log_ratio) < 0.01) continue;
    add_finding(
        pair.findings,
        {"F042 user-code-moved",
         fmt::format("{} moves {}", test.row->metric.title, signed_percent(test.log_ratio)),
         "it runs hardly any kernel code, so differences of this size come without the change",
         "interleave the sides (lodestone ab) and repeat"});
  }
}

}  // namespace

extern const Remark remark_score_share{"score-share", on_pair, nullptr};

}  // namespace lodestone::remark_score_share
