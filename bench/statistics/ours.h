// SPDX-License-Identifier: GPL-2.0-or-later
// The product's own decision code on simulated pairs.
#pragma once

#include "compare/settle.h"
#include "noise.h"
#include "stats/bounds.h"

namespace lodestone::bench {

std::vector<ValuePair> make_pairs(const Cell& cell, double effect, size_t n, Rng& rng);

struct Outcome {
  Verdict verdict = Verdict::undecided;
  size_t pairs = 0;
  bool covered = false;  // the interval at the stop holds the true effect
};
// Looks as `ab` does and stops at the first verdict.
Outcome sequential(const std::vector<ValuePair>& pairs, double effect, const stats::Looks& looks,
                   const Rules& rules);
// One look at all pairs.
Outcome fixed(const std::vector<ValuePair>& pairs, double effect, const stats::Looks& one,
              const Rules& rules);

}  // namespace lodestone::bench
