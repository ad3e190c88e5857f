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

// Several boots a side, several processes a boot, one side after the other: stored runs.
struct BootCell {
  int boots = 6, processes = 5;
  double process_sd = .01, boot_sd = 0;
};
struct Boots {
  std::vector<Sample> base, new_;
};
Boots make_boots(const BootCell& cell, double effect, Rng& rng);
// `compare`'s decision.
Outcome unpaired(const Boots& sides, double effect, const Rules& rules);
// What others do: Welch's test at 5 % on all processes, whatever boot they belong to.
bool pooled_welch_differs(const Boots& sides);

}  // namespace lodestone::bench
