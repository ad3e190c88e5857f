// SPDX-License-Identifier: GPL-2.0-or-later
// The order of an interleaved comparison: pairs in permuted blocks of two (one runs base first, the
// other new first, by coin), subjects shuffled within each round, so that every subject sees every
// time of day. Both processes of a pair begin on the same CPU, drawn from a deck of all of them:
// CPUs of one machine differ by tenths (turbo, neighbours on the core, virtual CPUs), and what
// differs between CPUs must not pass for noise between processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"

namespace lodestone {

class Schedule {
 public:
  // `cpus`: where processes may begin; fewer than two: wherever the scheduler puts them.
  Schedule(size_t subjects, uint64_t seed, std::vector<int> cpus = {});

  // The subjects of the next round, in order, out of those still active; one pair each.
  std::vector<size_t> round(const std::vector<bool>& active);
  // Does base run first in the next pair of this subject?
  bool base_first(size_t subject);
  // Where both processes of the next pair of this subject begin.
  std::optional<int> begin_on(size_t subject);
  // Environment padding of the next process: "LODESTONE_PADDING=xxx", 0 to 4095 bytes, so that
  // stack and environment alignment differ from process to process (Mytkowicz et al. 2009).
  std::string padding();

 private:
  Rng rng_;
  Rng decks_rng_;  // of its own: the order of a seed is the same on every machine
  struct Block {
    bool open = false;
    bool first = false;
  };
  std::vector<Block> blocks_;
  std::vector<int> cpus_;
  std::vector<std::vector<int>> decks_;  // by subject: CPUs left to draw
};

}  // namespace lodestone
