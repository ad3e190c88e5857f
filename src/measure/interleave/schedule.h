// SPDX-License-Identifier: GPL-2.0-or-later
// The order of an interleaved comparison: pairs in permuted blocks of two (one runs base first, the
// other new first, by coin), subjects shuffled within each round, so that every subject sees every
// time of day.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"

namespace lodestone {

class Schedule {
 public:
  Schedule(size_t subjects, uint64_t seed);

  // The subjects of the next round, in order, out of those still active; one pair each.
  std::vector<size_t> round(const std::vector<bool>& active);
  // Does base run first in the next pair of this subject?
  bool base_first(size_t subject);
  // Environment padding of the next process: "LODESTONE_PADDING=xxx", 0 to 4095 bytes, so that
  // stack and environment alignment differ from process to process (Mytkowicz et al. 2009).
  std::string padding();

 private:
  Rng rng_;
  struct Block {
    bool open = false;
    bool first = false;
  };
  std::vector<Block> blocks_;
};

}  // namespace lodestone
