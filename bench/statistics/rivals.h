// SPDX-License-Identifier: GPL-2.0-or-later
// What other tools call a change, from their published rules (docs/statistics.md). Each has its own
// way to sample: arms one after the other, or many iterations in one process.
#pragma once

#include <span>
#include <string>

#include "noise.h"

namespace lodestone::bench {

struct Rival {
  const char* name;
  // True if the rule calls the simulated session changed.
  bool (*changed)(const Cell& cell, double effect, Rng& rng);
};
extern const std::span<const Rival> rivals;

}  // namespace lodestone::bench
