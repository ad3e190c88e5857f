// SPDX-License-Identifier: GPL-2.0-or-later
// Which tests carry the change of a UnixBench score. The score is a geometric mean, so the
// logarithms of the tests' ratios add up to its own, and each group of tests has a share of it. One
// number otherwise hides opposite moves.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "compare/remark.h"

namespace lodestone {
namespace {

struct Group {
  const char* name;
  std::array<const char*, 3> workloads;
};

constexpr std::array groups{
    Group{"file copies", {"unixbench/fstime", "unixbench/fsbuffer", "unixbench/fsdisk"}},
    Group{"pipes", {"unixbench/pipe", "unixbench/context1", nullptr}},
    Group{"processes", {"unixbench/execl", "unixbench/spawn", nullptr}},
    Group{"shell scripts", {"unixbench/shell1", "unixbench/shell8", nullptr}},
    Group{"system calls", {"unixbench/syscall", nullptr, nullptr}},
    Group{"user code", {"unixbench/dhry2reg", "unixbench/whetstone-double", nullptr}},
};

const ComparisonRow* find(const PairComparison& pair, const std::string& id) {
  for (const ComparisonRow& row : pair.rows)
    if (row.metric.id == id) return &row;
  return nullptr;
}

std::optional<double> log_ratio(const ComparisonRow* row) {
  if (!row || !row->base.center || !row->new_.center || *row->base.center <= 0 ||
      *row->new_.center <= 0)
    return std::nullopt;
  return std::log(*row->new_.center / *row->base.center);
}

std::string signed_percent(double log_of_ratio) {
  return fmt::format("{:+.1f} %", 100 * std::expm1(log_of_ratio));
}

void on_pair(const Side&, const Side&, PairComparison& pair) {
  const ComparisonRow* score = find(pair, "unixbench.score");
  const auto moved = log_ratio(score);
  if (!moved) return;
  double total = 0;
  std::vector<std::pair<double, std::string>> shares, tests;
  for (const Group& group : groups) {
    double sum = 0;
    for (const char* workload : group.workloads) {
      if (!workload) continue;
      const ComparisonRow* row = find(pair, std::string(workload) + ".rate");
      const auto ratio = log_ratio(row);
      if (!ratio) return;  // a partial index has other weights
      sum += *ratio;
      tests.emplace_back(*ratio, row->metric.title);
    }
    total += sum;
    shares.emplace_back(sum, group.name);
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
       fmt::format("of the score's change of {}: {}", signed_percent(*moved), join(parts, ", ")),
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
                 fmt::format("the score moves {}, but against it: {}", signed_percent(*moved),
                             join(against, ", ")),
                 "one number hides opposite moves", "judge the tests, not the score alone"});
  for (const char* id : {"unixbench/dhry2reg.rate", "unixbench/whetstone-double.rate"}) {
    const ComparisonRow* row = find(pair, id);
    const double ratio = *log_ratio(row);
    if (std::fabs(ratio) < 0.01) continue;
    add_finding(
        pair.findings,
        {"F042 user-code-moved",
         fmt::format("{} moves {}", row->metric.title, signed_percent(ratio)),
         "it runs hardly any kernel code, so differences of this size come without the change",
         "interleave the sides (lodestone ab) and repeat"});
  }
}

}  // namespace

extern const Remark remark_score_share{"score-share", on_pair, nullptr};

}  // namespace lodestone
