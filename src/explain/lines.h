// SPDX-License-Identifier: GPL-2.0-or-later
// Cache-line relations: in which block of 32, 64, 128 or another power of two bytes a symbol
// starts, and with whom it shares it. Two variables in one line disturb each other when several
// CPUs use them and one writes (Documentation/kernel-hacking/false-sharing.rst).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explain/matching.h"

namespace lodestone::explain {

struct Neighbour {
  std::string_view name;
  uint64_t place = 0;
  // True: both start in the block, or exact sizes prove the overlap. False: only the distance to
  // the next symbol says so, which may be padding.
  bool certain = true;
};

// One side's surroundings of one symbol.
struct Situation {
  uint64_t place = 0;
  uint64_t size = 0;
  uint64_t remainder = 0;   // place mod the line
  bool straddles = false;   // smaller than a line, yet in two
  std::string_view before;  // the entity in front of it; empty at the start
  std::string_view after;
  std::vector<Neighbour> sharing;  // others in the blocks that it touches, ascending
};

struct LineRelation {
  uint32_t line = 64;
  std::string_view name;
  SectionClass section = SectionClass::other;
  uint32_t pair = 0;  // index into the section's pairs
  int64_t displacement = 0;
  Situation base, next;
  std::vector<std::string_view> newly_shares, stopped_sharing;

  bool remainder_changed() const { return base.remainder != next.remainder; }
  bool changed() const {
    return !newly_shares.empty() || !stopped_sharing.empty() || base.straddles != next.straddles;
  }
};

Situation situation_of(const Entities& side, SectionClass section, uint32_t index, uint32_t line);

// `line`: a power of two from 8 to 4096. A neighbour that has another name on the other side, or
// that is new or gone, counts under the name that its own side has; matched ones compare by pair.
LineRelation relation_of(const Entities& base, const Entities& next,
                         const SectionMatching& matching, uint32_t pair, uint32_t line);

// How many pairs of a section changed their remainder, for the summary.
struct LineCounts {
  uint32_t line = 64;
  size_t pairs = 0, remainder_changed = 0;
};
LineCounts count_lines(const Entities& base, const Entities& next, const SectionMatching& matching,
                       uint32_t line);

}  // namespace lodestone::explain
