// SPDX-License-Identifier: GPL-2.0-or-later
// The randomisation test of pairs in permuted blocks: under "no process of either arm would have
// run differently", the only chance is the coin of each block, so what was randomised is flipped
// and nothing else. Shown beside the verdict, never part of it.
#pragma once

#include <cstdint>
#include <span>

#include "stats/trimmed.h"

namespace lodestone::stats {

struct FlipTest {
  double p = 1;  // (1 + as extreme) / (1 + others) when drawn, the exact share when enumerated
  uint64_t arrangements = 0;
  bool exact = false;
};

// Pairs in the order measured, two a block; the blocks' order coins are flipped together with the
// labels. Enumerates up to 16 blocks, else draws `draws` arrangements with the seed.
FlipTest sign_flip(std::span<const Difference> pairs, uint64_t seed = 1, uint64_t draws = 100000);

}  // namespace lodestone::stats
