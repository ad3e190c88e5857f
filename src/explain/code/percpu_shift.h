// SPDX-License-Identifier: GPL-2.0-or-later
// How far per-CPU variables moved, where no symbol names them: learned from what the code of both
// kernels reaches through %gs, which is per-CPU for certain. Offsets of such variables also stand
// in the code as plain numbers (per_cpu_ptr() adds them to a base), and look like any constant.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace lodestone::explain {

class PercpuShift {
 public:
  // The same place of two functions that are otherwise alike reaches these offsets.
  void learn(uint64_t base_offset, uint64_t next_offset);
  // After the last learn(). Offsets that were seen to go to several places are dropped.
  void settle();
  bool empty() const { return known_.empty(); }
  // How many offsets moved how far; those that did not are not in it.
  std::map<int64_t, size_t> distances() const;

  // Whether a number that changed from the one to the other is an offset that moved as its
  // neighbours did: between two of them, by no less and no more than they. Below 0x4000 members of
  // structs are likelier, so those are never taken for offsets.
  bool moved(uint64_t base_offset, uint64_t next_offset) const;

 private:
  std::vector<std::pair<uint64_t, uint64_t>> known_;  // ascending by base offset after settle()
};

}  // namespace lodestone::explain
