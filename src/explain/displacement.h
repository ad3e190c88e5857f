// SPDX-License-Identifier: GPL-2.0-or-later
// Who pushed whom: runs of entities that moved by the same distance, and what stands at the
// boundaries between the runs. One insertion moves everything behind it, so a few boundaries
// explain hundreds of moves; the boundary's cause is the mover.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/matching.h"

namespace lodestone::explain {

enum class Cause : uint8_t {
  inserted,   // new entities stand at the boundary
  removed,    // entities that stood there are gone
  grew,       // the entity before the boundary grew
  shrank,     // ... or shrank
  realigned,  // nothing visible came or went: the padding changed
  misprint,   // one digit of the printed address differs and nothing else (excerpts in text)
  start,      // the first entity of an excerpt had moved already
};
std::string_view name_of(Cause cause);

struct Boundary {
  Cause cause = Cause::realigned;
  int64_t shift = 0;              // displacement behind it less the one before it, bytes
  std::vector<uint32_t> added;    // indices into the new side's section
  std::vector<uint32_t> removed;  // indices into the base's
  int32_t before = -1;            // pair index of the last entity before it; -1: none
  uint32_t after = 0;             // pair index of the first entity behind it
  int64_t size_change = 0;        // of the entity before it, where sizes are exact; else of the gap
  // Nearby boundary whose cause explains this one too: a new variable's alignment raises that of
  // its object file's section, which also moves what stands before the variable. -1: none.
  int32_t explained_by = -1;
};

struct Displacements {
  struct Run {
    uint32_t first = 0, last = 0;  // pair indices [first, last]
    int64_t displacement = 0;      // bytes, relative to the section
  };
  SectionClass section = SectionClass::other;
  std::vector<Run> runs;              // includes runs of displacement 0
  std::vector<Boundary> boundaries;   // boundaries[i] stands before the first entity of runs[i] ...
  std::vector<int32_t> run_boundary;  // ... that is, boundary index of each run; -1: none
  std::vector<int64_t> of_pair;       // displacement of each pair of the section
  size_t moved = 0;                   // pairs with a displacement
  // The share of pairs that keep their order. Below 0.9 the link order changed, and no entity can
  // be called the mover.
  double ordered_share = 1;
  bool link_order_changed() const { return ordered_share < 0.9; }
};

// `excerpt`: the sides are cut out of longer maps, so the first entity's move has no cause in view.
Displacements displacements_of(const Entities& base, const Entities& next,
                               const SectionMatching& matching, bool excerpt);

// The boundary that pushed the pair: of those since the displacement was last 0, the one with the
// largest shift whose cause is more than padding. -1: none in view, or the pair did not move.
int32_t root_mover(const Displacements& displacements, uint32_t pair);
// The same where no other mover is known: a place where the distance between two neighbours
// changed, which in maps without sizes may be an entity that grew as well as its padding.
int32_t root_padding(const Displacements& displacements, uint32_t pair);

// "the new per-CPU variable unrelated_stat (40 bytes)": for sentences.
std::string describe_mover(const Boundary& boundary, const Entities& base, const Entities& next,
                           const SectionMatching& matching);

}  // namespace lodestone::explain
