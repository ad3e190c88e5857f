// SPDX-License-Identifier: GPL-2.0-or-later
// Instruction bytes with everything masked that depends on where code and data lie, so that the
// same code in two builds has the same hash: branch displacements, addresses relative to the
// program counter, absolute kernel addresses, offsets of per-CPU variables, and on arm64 the page
// offsets that follow an adrp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sys/kernel_image.h"
#include "sys/symbol_map.h"

namespace lodestone::exact {

class CodeHash {
 public:
  // `symbols` tell per-CPU variables; they must outlive this.
  CodeHash(Architecture architecture, const SymbolMap& symbols);

  // The next executed instruction of one function, in the order of addresses.
  void add(std::string_view bytes, uint64_t address = 0);
  uint64_t value() const { return hash_; }  // FNV-1a
  // What is hashed of one instruction.
  std::string mask(std::string_view bytes, uint64_t address = 0);
  void start_again();

 private:
  std::string mask_x86(std::string_view bytes) const;
  std::string mask_arm64(std::string_view bytes, uint64_t address);
  bool holds_page(unsigned base, uint64_t address) const;

  Architecture architecture_;
  const SymbolMap& symbols_;
  uint64_t per_cpu_begin_ = 0, per_cpu_end_ = 0;
  uint64_t hash_;
  uint64_t page_set_[32];  // arm64: where the register got a page address; ~0: nowhere
};

}  // namespace lodestone::exact
