// SPDX-License-Identifier: GPL-2.0-or-later
// What the change of a UnixBench score consists of. The score is the geometric mean of twelve
// indexes, so the logarithms of the tests' ratios add up to twelve times its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/comparison.h"

namespace lodestone {

struct ScorePart {
  const ComparisonRow* row = nullptr;
  double log_ratio = 0;
};
struct ScoreGroup {
  std::string name;
  std::vector<ScorePart> parts;
  double log_ratio = 0;  // sum of the parts'
};
struct ScoreChange {
  const ComparisonRow* row = nullptr;
  double log_ratio = 0;     // of the score itself
  double sum_of_parts = 0;  // of all tests; twelve times log_ratio if the score follows from them
  std::vector<ScoreGroup> groups;
  bool follows() const;  // to within what printed digits allow
};

// Nothing unless the score and all twelve tests have positive values on both sides. Points into
// `pair`.
std::optional<ScoreChange> score_change(const PairComparison& pair);

// A score whose change does not follow from its tests answers nothing: it leaves the headline
// family, and a finding says so.
void set_doubtful_score_aside(PairComparison& pair);

}  // namespace lodestone
