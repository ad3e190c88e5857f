// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/stretches.h"

#include <algorithm>

namespace lodestone::exact {

const Stretch& Stretches::intern(std::span<const Instruction* const> instructions) {
  const uint32_t first = instructions[0]->slot;
  if (chain_start_.size() <= first) chain_start_.resize(first + 4096, ~0u);
  const auto same = [&](const Stretch& known) {
    return std::equal(known.slots.begin(), known.slots.end(), instructions.begin(),
                      instructions.end(),
                      [](uint32_t slot, const Instruction* other) { return slot == other->slot; });
  };
  for (uint32_t index = chain_start_[first]; index != ~0u; index = chain_next_[index])
    if (same(all_[index])) return all_[index];
  Stretch& made = all_.emplace_back();
  made.index = static_cast<uint32_t>(all_.size() - 1);
  made.user = !instructions[0]->kernel;
  for (const Instruction* instruction : instructions) {
    made.slots.push_back(instruction->slot);
    made.branches += is_branch(instruction->flow);
    made.calls += is_call(instruction->flow);
  }
  chain_next_.push_back(chain_start_[first]);
  chain_start_[first] = made.index;
  return made;
}

}  // namespace lodestone::exact
