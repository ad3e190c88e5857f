// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/patch_sites.h"

#include <algorithm>
#include <cstring>

namespace lodestone::explain {

PatchSites::PatchSites(const KernelImage& image, const SymbolMap& symbols) {
  const Symbol* start = symbols.find("__start___jump_table");
  const Symbol* stop = symbols.find("__stop___jump_table");
  if (!start || !stop || stop->address <= start->address) return;
  std::string_view table = image.bytes_at(start->address);
  table = table.substr(0, std::min<uint64_t>(table.size(), stop->address - start->address));
  constexpr size_t entry = 16;
  keys_.reserve(table.size() / entry);
  for (size_t at = 0; at + entry <= table.size(); at += entry) {
    int32_t code;
    std::memcpy(&code, table.data() + at, sizeof code);
    keys_.push_back(start->address + at + static_cast<uint64_t>(static_cast<int64_t>(code)));
  }
  std::sort(keys_.begin(), keys_.end());
}

bool PatchSites::is_static_key(uint64_t address) const {
  return std::binary_search(keys_.begin(), keys_.end(), address);
}

}  // namespace lodestone::explain
