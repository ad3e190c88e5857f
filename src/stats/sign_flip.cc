// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/sign_flip.h"

#include <cmath>
#include <vector>

#include "base/rng.h"

namespace lodestone::stats {
namespace {

// The block's other coin: each pair keeps its slots' times, the labels swap, so base first becomes
// base second and new - base changes sign.
double statistic(std::span<const Difference> pairs, const std::vector<bool>& flipped) {
  std::vector<Difference> arranged(pairs.begin(), pairs.end());
  for (size_t i = 0; i < arranged.size(); ++i)
    if (flipped[i / 2]) {
      arranged[i].value = -arranged[i].value;
      arranged[i].base_first = !arranged[i].base_first;
    }
  auto strata = stratified_effect(arranged);
  return strata ? std::fabs(strata->effect.value) : 0;
}

}  // namespace

FlipTest sign_flip(std::span<const Difference> pairs, uint64_t seed, uint64_t draws) {
  FlipTest test;
  size_t blocks = (pairs.size() + 1) / 2;
  if (!stratified_effect(pairs)) return test;
  std::vector<bool> flipped(blocks, false);
  // A hair of tolerance: the same arrangement mirrored rounds differently.
  double observed = statistic(pairs, flipped) * (1 - 1e-12);
  uint64_t extreme = 0;
  if (blocks <= 16) {
    uint64_t all = uint64_t{1} << blocks;
    for (uint64_t mask = 0; mask < all; ++mask) {
      for (size_t b = 0; b < blocks; ++b) flipped[b] = mask >> b & 1;
      extreme += statistic(pairs, flipped) >= observed;
    }
    test.exact = true;
    test.arrangements = all;
    test.p = static_cast<double>(extreme) / static_cast<double>(all);
    return test;
  }
  Rng rng(seed);
  for (uint64_t i = 0; i < draws; ++i) {
    for (size_t b = 0; b < blocks; ++b) flipped[b] = rng.coin();
    extreme += statistic(pairs, flipped) >= observed;
  }
  test.arrangements = draws;
  // Phipson and Smyth 2010: an estimated p is never 0.
  test.p = static_cast<double>(1 + extreme) / static_cast<double>(1 + draws);
  return test;
}

}  // namespace lodestone::stats
