// SPDX-License-Identifier: GPL-2.0-or-later
// Places in the code that the kernel rewrites at boot or at run time. The bytes in the file are not
// those that run, so what stands there is compared as a site.
#pragma once

#include <cstdint>
#include <vector>

#include "sys/kernel_image.h"
#include "sys/symbol_map.h"

namespace lodestone::explain {

class PatchSites {
 public:
  PatchSites() = default;
  // Static keys from __start___jump_table (struct jump_entry, include/linux/jump_label.h: s32 code,
  // s32 target, s64 key, each relative to itself).
  PatchSites(const KernelImage& image, const SymbolMap& symbols);

  bool is_static_key(uint64_t address) const;
  size_t static_keys() const { return keys_.size(); }
  // Where only one side's table is known, both are compared as linked.
  void forget() { keys_.clear(); }

 private:
  std::vector<uint64_t> keys_;  // ascending
};

}  // namespace lodestone::explain
