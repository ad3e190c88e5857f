// SPDX-License-Identifier: GPL-2.0-or-later
// From evidence to verdicts, with control over many metrics (docs/statistics.md, "Many metrics").
#pragma once

#include <vector>

#include "compare/evidence.h"
#include "model/comparison.h"

namespace lodestone {

// Verdict, interval, adjusted p and minimum detectable change of every row, in the order given.
//
// Headline rows are one family: changes by Benjamini-Hochberg at alpha, their intervals at 1 -
// alpha R/K; claims of no change are a second family under the same rule. Explanation rows are
// judged only inside workloads whose headline changed, at alpha R/K; the others are exploratory
// (Benjamini-Yekutieli) and say so in their note. Undecided rows show the plain 1 - alpha interval.
// Findings of the evidence and about the family are added.
std::vector<ComparisonRow> settle(std::vector<Evidence> evidence, const Rules& rules,
                                  std::vector<Finding>& findings);

// weigh() over matched sides, or weigh_pairs() where they are pairs, then settle().
struct Matched {
  const SideMeasurement* base = nullptr;
  const SideMeasurement* new_ = nullptr;
  Family family = Family::headline;
  const stats::Looks* looks = nullptr;  // of two arms of one interleaved comparison: they are pairs
};
std::vector<ComparisonRow> judge(const std::vector<Matched>& matched, const Rules& rules,
                                 std::vector<Finding>& findings);

}  // namespace lodestone
