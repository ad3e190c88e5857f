// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/score.h"

#include <array>
#include <cmath>

#include "base/text.h"

namespace lodestone {
namespace {

struct ScoreTests {
  const char* name;
  std::array<const char*, 3> workloads;
};

constexpr std::array score_groups{
    ScoreTests{"file copies", {"unixbench/fstime", "unixbench/fsbuffer", "unixbench/fsdisk"}},
    ScoreTests{"pipes", {"unixbench/pipe", "unixbench/context1", nullptr}},
    ScoreTests{"processes", {"unixbench/execl", "unixbench/spawn", nullptr}},
    ScoreTests{"shell scripts", {"unixbench/shell1", "unixbench/shell8", nullptr}},
    ScoreTests{"system calls", {"unixbench/syscall", nullptr, nullptr}},
    ScoreTests{"user code", {"unixbench/dhry2reg", "unixbench/whetstone-double", nullptr}},
};
constexpr double score_tests = 12;

// Rates are printed to a tenth, so a whole index follows to far better than this.
constexpr double score_tolerance = 0.005;

std::optional<ScorePart> score_part(const PairComparison& pair, Name id) {
  for (const ComparisonRow& row : pair.rows) {
    if (row.metric.id != id) continue;
    if (!row.base.center || !row.new_.center || *row.base.center <= 0 || *row.new_.center <= 0)
      return std::nullopt;
    return ScorePart{&row, std::log(*row.new_.center / *row.base.center)};
  }
  return std::nullopt;
}

}  // namespace

bool ScoreChange::follows() const {
  return std::fabs(sum_of_parts / score_tests - log_ratio) <= score_tolerance;
}

std::optional<ScoreChange> score_change(const PairComparison& pair) {
  const auto score = score_part(pair, "unixbench.score");
  if (!score) return std::nullopt;
  ScoreChange change{score->row, score->log_ratio, 0, {}};
  for (const ScoreTests& group : score_groups) {
    ScoreGroup& made = change.groups.emplace_back();
    made.name = group.name;
    for (const char* workload : group.workloads) {
      if (!workload) continue;
      const auto test = score_part(pair, std::string(workload) + ".rate");
      if (!test) return std::nullopt;  // a partial index has other weights
      made.parts.push_back(*test);
      made.log_ratio += test->log_ratio;
    }
    change.sum_of_parts += made.log_ratio;
  }
  return change;
}

void set_doubtful_score_aside(PairComparison& pair) {
  const auto change = score_change(pair);
  // Scores of stored runs are means over passes; only a printed one can be misprinted.
  if (!change || change->follows() || change->row->basis == Basis::sampled) return;
  for (ComparisonRow& row : pair.rows)
    if (&row == change->row) {
      row.family = Family::explanation;
      row.note = "does not follow from its tests";
    }
  add_finding(
      pair.findings,
      {"F049 score-doubtful",
       "the score's change does not follow from the twelve tests: their mean change is " +
           fixed(100 * std::expm1(change->sum_of_parts / score_tests), 1) + " %",
       "a figure is misprinted, or the score has other tests or baselines", "judge the tests"});
}

}  // namespace lodestone
