// SPDX-License-Identifier: GPL-2.0-or-later
// The answer in one sentence (docs/design.md, section 5).
#pragma once

#include <string>
#include <vector>

#include "model/comparison.h"

namespace lodestone {

// Chooses the row that answers: a confirmed change of a score, time or rate first (regressions
// before improvements, by the end of the interval nearer to no change), then "no change" if that is
// all there is, then undecided. Rows of family `explanation` and neutral metrics answer only where
// nothing else can.
Headline headline_of(const std::vector<ComparisonRow>& rows);
// Of several pairs: the worst regression, else the strongest improvement, else undecided, else no
// change; names the pair.
Headline headline_of(const std::vector<PairComparison>& pairs);

// "slower: scale/signal1 -5.5 % [-6.1, -4.9], 22 pairs". For one row, as the headline and reports
// print it.
std::string sentence_of(const ComparisonRow& row);
// "+3.7", "-0.02"; what rounds to zero has no sign.
std::string signed_fixed(double value, int decimals);
// "+3.7 %"; one decimal, more where a small change needs them to be seen ("-0.004 %"); "new",
// "gone" for zero sides.
std::string change_text(const ComparisonRow& row);
// "22 pairs", "10 and 12 runs", "one run a side".
std::string count_text(const ComparisonRow& row);

// What --fail-on and --require-verdict ask for: a headline-family regression whose whole interval
// lies beyond `fraction`; any headline-family row undecided.
bool regression_beyond(const std::vector<ComparisonRow>& rows, double fraction);
bool any_undecided(const std::vector<ComparisonRow>& rows);

}  // namespace lodestone
