// SPDX-License-Identifier: GPL-2.0-or-later
// One A64 instruction word and the fields that matter (Arm Architecture Reference Manual, DDI 0487,
// chapter C4).
#pragma once

#include <cstdint>
#include <string>

namespace lodestone::explain::arm64 {

inline constexpr uint32_t nop = 0xd503201f, yield = 0xd503203f;

enum class Kind : uint8_t {
  other,     // no immediate that is compared apart
  branch,    // `value`: bytes from here
  call,      // BL, the same
  literal,   // a load from `value` bytes from here
  address,   // ADR, the same
  page,      // ADRP: `value` bytes from the page of here
  add,       // ADD (immediate): may complete a page
  constant,  // other immediates
  memory,    // a load or store at [rn + value]
};

struct Word {
  uint32_t bits = 0;
  Kind kind = Kind::other;
  uint32_t immediate_mask = 0;  // the bits of the immediate
  int64_t value = 0;            // of the immediate, scaled and sign-extended
  uint8_t rd = 31, rn = 31, rt2 = 31;
  bool unsigned_offset = false;  // of `memory`: neither indexed nor signed
  bool writes_rd = false, writes_second = false;
  bool load = false, store = false, atomic = false;
  bool indirect_call = false, indirect_jump = false;
  bool ends = false;     // control never reaches the next word
  bool padding = false;  // NOP or zero
};

Word decode(uint32_t bits);
std::string text_of(const Word& word, uint64_t address);

}  // namespace lodestone::explain::arm64
