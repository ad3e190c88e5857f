// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/register_only.h"

#include <cstring>

namespace lodestone::exact {
namespace {

struct Operands {
  bool registers = false;  // mod is 3
  unsigned operation = 0;  // the reg field
};

Operands operands_of(uint8_t modrm) {
  return {(modrm & 0xc0) == 0xc0, (modrm >> 3) & 7u};
}

// Two-byte opcodes, after 0f.
bool plain_after_0f(uint8_t opcode, Operands operands) {
  if (opcode == 0x1e || opcode == 0x1f)
    return true;  // endbr64, nop: no access whatever the operand
  if (opcode >= 0xc8 && opcode <= 0xcf) return true;  // bswap
  if (!operands.registers) return false;
  if ((opcode & 0xf0) == 0x40 || (opcode & 0xf0) == 0x90) return true;  // cmovcc, setcc
  switch (opcode) {
    case 0xa3:  // bt, bts, btr, btc
    case 0xab:
    case 0xb3:
    case 0xba:
    case 0xbb:
    case 0xa4:  // shld, shrd
    case 0xa5:
    case 0xac:
    case 0xad:
    case 0xaf:  // imul
    case 0xb0:  // cmpxchg, xadd
    case 0xb1:
    case 0xc0:
    case 0xc1:
    case 0xb6:  // movzx, movsx
    case 0xb7:
    case 0xbe:
    case 0xbf:
    case 0xbc:  // bsf, bsr
    case 0xbd:
      return true;
    default:
      return false;
  }
}

// One-byte opcodes.
bool plain(uint8_t opcode, Operands operands, bool repeated) {
  if (opcode < 0x40) {
    // add, or, adc, sbb, and, sub, xor, cmp: six forms of each, the last two with an immediate.
    if ((opcode & 7) <= 3) return operands.registers;
    return (opcode & 7) <= 5;
  }
  if (opcode >= 0x90 && opcode <= 0x97) return !repeated;  // xchg, nop; f3 90 is pause
  if (opcode >= 0xb0 && opcode <= 0xbf) return true;       // mov of a constant
  switch (opcode) {
    case 0x8d:  // lea
    case 0x98:  // cdqe, cqo
    case 0x99:
    case 0xa8:  // test with a constant
    case 0xa9:
    case 0xf8:  // clc, stc, cmc, cld, std
    case 0xf9:
    case 0xf5:
    case 0xfc:
    case 0xfd:
      return true;
    case 0x63:  // movslq
    case 0x69:  // imul
    case 0x6b:
    case 0x80:
    case 0x81:
    case 0x83:
    case 0x84:  // test, xchg, mov
    case 0x85:
    case 0x86:
    case 0x87:
    case 0x88:
    case 0x89:
    case 0x8a:
    case 0x8b:
    case 0xc0:  // shifts
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
      return operands.registers;
    case 0xc6:
    case 0xc7:
      return operands.registers && operands.operation == 0;
    case 0xf6:  // not those that divide
    case 0xf7:
      return operands.registers && operands.operation < 6;
    case 0xfe:  // inc, dec
    case 0xff:
      return operands.registers && operands.operation < 2;
    default:
      return false;
  }
}

// Intel SDM volume 2, appendix A, 64-bit mode.
bool plain_x86(const uint8_t* bytes, size_t size) {
  size_t at = 0;
  bool repeated = false;
  for (; at < size; ++at) {
    if (bytes[at] == 0xf2 || bytes[at] == 0xf3)
      repeated = true;
    else if (bytes[at] != 0x66 && bytes[at] != 0x67 && bytes[at] != 0x2e && bytes[at] != 0x3e &&
             bytes[at] != 0x64 && bytes[at] != 0x65)
      break;
  }
  if (at < size && (bytes[at] & 0xf0) == 0x40) ++at;
  if (at >= size) return false;
  const auto modrm = [&](size_t place) {
    return place < size ? operands_of(bytes[place]) : Operands{};
  };
  if (bytes[at] == 0x0f) return at + 1 < size && plain_after_0f(bytes[at + 1], modrm(at + 2));
  return plain(bytes[at], modrm(at + 1), repeated);
}

// Arm Architecture Reference Manual, C4.1: bits 28 to 25 are 100x for constants, x101 for
// registers.
bool plain_arm64(uint32_t word) {
  if ((word & 0x1c000000) == 0x10000000) return true;
  if ((word & 0x0e000000) != 0x0a000000) return false;
  return (word & 0x7fff0000) != 0x5ac10000;  // pointer authentication may fault
}

}  // namespace

bool is_register_only(Machine machine, const uint8_t* bytes, size_t size) {
  if (machine == Machine::x86_64) return plain_x86(bytes, size);
  if (size != 4) return false;
  uint32_t word = 0;
  std::memcpy(&word, bytes, 4);
  return plain_arm64(word);
}

}  // namespace lodestone::exact
