// SPDX-License-Identifier: GPL-2.0-or-later
// A64 instructions, as far as two builds are compared by them (Arm Architecture Reference Manual,
// DDI 0487, chapter C4). Every instruction is one word; immediates are taken out of it, and a page
// address (ADRP) is joined with the low bits that complete it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explain/code/instruction.h"

namespace lodestone::explain {

// As decode_function() of instruction.h, for A64. Bytes behind the last whole word are left out.
std::vector<Instruction> decode_arm64(std::string_view bytes, uint64_t address,
                                      const PatchSites& sites);
Tally tally_arm64(std::string_view bytes, const std::vector<Instruction>& instructions);
// Branches, address arithmetic, loads, stores and moves as objdump prints them, the rest as a word:
// ".inst 0xd5384100".
std::string disassemble_arm64(std::string_view bytes, uint64_t address);

}  // namespace lodestone::explain
