// SPDX-License-Identifier: GPL-2.0-or-later
// Stretches: instructions in a row of which none but the last can fault, branch or be interrupted.
// All are executed as often as the first, so one counter does for all. An instruction may be part
// of several, since translated blocks may begin anywhere.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "exact/plugin/instructions.h"

namespace lodestone::exact {

struct Stretch {
  uint32_t index = 0;           // of its counter
  std::vector<uint32_t> slots;  // its instructions
  uint32_t branches = 0, calls = 0;
  bool user = false;
  uint32_t length() const { return static_cast<uint32_t>(slots.size()); }
};

class Stretches {
 public:
  // The stretch of these instructions, at least one.
  const Stretch& intern(std::span<const Instruction* const> instructions);
  size_t size() const { return all_.size(); }
  const Stretch& operator[](size_t index) const { return all_[index]; }

 private:
  std::deque<Stretch> all_;  // by index; addresses stay
  // Chains of indices by the slot of the first instruction.
  std::vector<uint32_t> chain_start_, chain_next_;
};

}  // namespace lodestone::exact
