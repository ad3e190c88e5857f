// SPDX-License-Identifier: GPL-2.0-or-later
// Decoded functions, reduced to what is compared: x86-64 here, A64 in arm64.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explain/code/patch_sites.h"
#include "sys/kernel_image.h"

namespace lodestone::explain {

struct Instruction {
  uint32_t offset = 0;  // in the function, bytes
  uint8_t length = 0;
  uint16_t mnemonic = 0;  // ZydisMnemonic, or the operation bits of an A64 word
  bool relative = false;  // a branch or call with a relative target: `target`
  bool call = false;
  bool rip = false;     // a memory operand relative to the instruction pointer: `target`
  bool gs = false;      // through %gs: per-CPU data
  bool memory = false;  // has a memory operand
  bool static_key = false;
  bool immediate = false;
  uint32_t shape = 0;        // hash of operation, registers and operand widths, without constants
  uint64_t target = 0;       // address of a relative or rip operand
  int64_t displacement = 0;  // sign-extended
  uint64_t constant = 0;     // sign-extended
};

// Decodes a whole function. NOPs and INT3s behind an unconditional jump or return are padding and
// are left out; NOPs anywhere else run and stay. Bytes that are no instruction become one entry of
// one byte each.
std::vector<Instruction> decode_function(std::string_view bytes, uint64_t address,
                                         const PatchSites& sites,
                                         Architecture architecture = Architecture::x86_64);

// What the instructions of a function do, for a summary of a change.
struct Tally {
  int instructions = 0, branches = 0, calls = 0, stores = 0, loads = 0, locked = 0,
      indirect_calls = 0, pauses = 0;
};
Tally tally_of(std::string_view bytes, const std::vector<Instruction>& instructions,
               Architecture architecture = Architecture::x86_64);

// AT&T syntax as objdump prints it, addresses as numbers.
std::string disassemble(std::string_view bytes, uint64_t address,
                        Architecture architecture = Architecture::x86_64);

}  // namespace lodestone::explain
