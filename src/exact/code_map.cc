// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/code_map.h"

#include <algorithm>

#include "exact/code_hash.h"

namespace lodestone::exact {

CodeMap::CodeMap(const Counts& counts, const Arm& arm, const FunctionNames& names)
    : image_(arm.fingerprint) {
  std::vector<const ExecutedInstruction*> ordered;
  for (const ExecutedInstruction& instruction : counts.instructions)
    if (instruction.address >> 63) ordered.push_back(&instruction);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto* a, const auto* b) { return a->address < b->address; });
  CodeHash hash(arm.architecture, *arm.symbols);
  const Symbol* current = nullptr;
  Code* code = nullptr;
  uint64_t piece = 0;
  for (const ExecutedInstruction* instruction : ordered) {
    const Symbol* symbol = names.at(instruction->address);
    if (symbol == nullptr) continue;
    if (symbol != current) {
      current = symbol;
      code = &functions_[names.name(*symbol)];
      // Pieces of one function are told apart by their order in the image.
      piece = code->empty() ? 0 : ((code->back().first >> 32) + 1) << 32;
      hash.start_again();
    }
    uint64_t value = 0xcbf29ce484222325;
    for (unsigned char byte : hash.mask(instruction->bytes, instruction->address))
      value = (value ^ byte) * 0x100000001b3;
    code->emplace_back(piece + (instruction->address - symbol->address), value);
  }
}

void CodeMap::add(const std::string& function, uint64_t place, uint64_t code) {
  functions_[function].emplace_back(place, code);
}

bool CodeMap::differs(const CodeMap& other, const std::string& function) const {
  auto mine = functions_.find(function);
  auto theirs = other.functions_.find(function);
  if (mine == functions_.end() || theirs == other.functions_.end()) return false;
  const Code& a = mine->second;
  const Code& b = theirs->second;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first != b[j].first) {
      ++(a[i].first < b[j].first ? i : j);
      continue;
    }
    uint64_t place = a[i].first;
    size_t i_end = i;
    size_t j_end = j;
    while (i_end < a.size() && a[i_end].first == place) ++i_end;
    while (j_end < b.size() && b[j_end].first == place) ++j_end;
    bool common = false;
    for (size_t k = i; k < i_end; ++k)
      for (size_t l = j; l < j_end; ++l) common = common || a[k].second == b[l].second;
    if (!common) return true;
    i = i_end;
    j = j_end;
  }
  return false;
}

}  // namespace lodestone::exact
