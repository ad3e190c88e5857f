// SPDX-License-Identifier: GPL-2.0-or-later
// One question on several machines, or asked several times: what they say together
// (docs/statistics.md, "Several machines").
#pragma once

#include "compare/rules.h"
#include "model/comparison.h"

namespace lodestone {

// True if the pairs of a document are one question on several machines: the same two labels, no
// table in two pairs, and every pair tells its machine, each another one. Without those names
// tables may be other tests, and nothing is combined.
bool several_machines(const std::vector<PairComparison>& pairs);

// Fills `combined` from pairs that the caller knows to be independent, and, where at least three
// were combined, the headline. Metrics that only one pair has are left out, as are exact counts.
void combine(Comparison& comparison, const Rules& rules);

}  // namespace lodestone
