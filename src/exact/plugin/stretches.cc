// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/stretches.h"

#include <algorithm>

namespace lodestone::exact {

const Stretch& Stretches::intern(std::span<const Instruction* const> instructions) {
  const uint64_t key = uint64_t{instructions[0]->slot} << 16 | instructions.size();
  const auto same = [&](const Stretch& known) {
    return std::equal(known.slots.begin(), known.slots.end(), instructions.begin(),
                      instructions.end(),
                      [](uint32_t slot, const Instruction* other) { return slot == other->slot; });
  };
  auto [begin, end] = by_start_.equal_range(key);
  for (auto it = begin; it != end; ++it)
    if (same(all_[it->second])) return all_[it->second];
  Stretch& made = all_.emplace_back();
  made.index = static_cast<uint32_t>(all_.size() - 1);
  made.user = !instructions[0]->kernel;
  for (const Instruction* instruction : instructions) {
    made.slots.push_back(instruction->slot);
    made.branches += is_branch(instruction->flow);
    made.calls += is_call(instruction->flow);
  }
  by_start_.emplace(key, made.index);
  return made;
}

}  // namespace lodestone::exact
