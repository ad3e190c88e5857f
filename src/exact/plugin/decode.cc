// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/decode.h"

#include <cstring>

#include "exact/plugin/marker.h"

namespace lodestone::exact {
namespace {

bool is_legacy_prefix(uint8_t byte) {
  switch (byte) {
    case 0x66:
    case 0x67:
    case 0xf0:
    case 0xf2:
    case 0xf3:
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:
      return true;
    default:
      return false;
  }
}

// Intel SDM volume 2, appendix A.
Flow flow_of_x86(const uint8_t* bytes, size_t size) {
  size_t at = 0;
  while (at < size && is_legacy_prefix(bytes[at])) ++at;
  if (at < size && (bytes[at] & 0xf0) == 0x40) ++at;
  if (at >= size) return Flow::none;
  uint8_t opcode = bytes[at];
  if (opcode >= 0x70 && opcode <= 0x7f) return Flow::conditional;
  switch (opcode) {
    case 0xe0:
    case 0xe1:
    case 0xe2:
    case 0xe3:
      return Flow::conditional;
    case 0xe8:
      return Flow::call;
    case 0xe9:
    case 0xeb:
      return Flow::jump;
    case 0xc2:
    case 0xc3:
      return Flow::ret;
    case 0xcf:
      return Flow::exception_return;
    default:
      break;
  }
  if (at + 1 >= size) return Flow::none;
  uint8_t second = bytes[at + 1];
  if (opcode == 0x0f && second >= 0x80 && second <= 0x8f) return Flow::conditional;
  if (opcode == 0x0f && second == 0x07) return Flow::system_return;
  if (opcode == 0xff) {
    unsigned operation = (second >> 3) & 7;
    if (operation == 2 || operation == 3) return Flow::indirect_call;
    if (operation == 4 || operation == 5) return Flow::indirect_jump;
  }
  return Flow::none;
}

// Arm Architecture Reference Manual, C4.1.65 (branches, exception generating and system
// instructions).
Flow flow_of_arm64(uint32_t word) {
  if ((word & 0xfc000000) == 0x14000000) return Flow::jump;
  if ((word & 0xfc000000) == 0x94000000) return Flow::call;
  if ((word & 0xff000010) == 0x54000000) return Flow::conditional;  // b.cond
  if ((word & 0x7e000000) == 0x34000000) return Flow::conditional;  // cbz, cbnz
  if ((word & 0x7e000000) == 0x36000000) return Flow::conditional;  // tbz, tbnz
  if ((word & 0xfe000000) == 0xd6000000) {
    // Bit 24 and bits 11 to 10 tell the variants with pointer authentication, bits 22 to 21 the
    // operation.
    switch ((word >> 21) & 0xf) {
      case 0:
      case 8:
        return Flow::indirect_jump;
      case 1:
      case 9:
        return Flow::indirect_call;
      case 2:
        return Flow::ret;
      case 4:
        return Flow::exception_return;
      default:
        return Flow::none;
    }
  }
  return Flow::none;
}

}  // namespace

Flow flow_of(Machine machine, const uint8_t* bytes, size_t size) {
  if (machine == Machine::x86_64) return flow_of_x86(bytes, size);
  if (size != 4) return Flow::none;
  uint32_t word = 0;
  std::memcpy(&word, bytes, 4);
  return flow_of_arm64(word);
}

unsigned mark_of(Machine machine, const uint8_t* bytes, size_t size) {
  unsigned number = 0;
  if (machine == Machine::x86_64) {
    if (size != 8 || bytes[0] != 0x0f || bytes[1] != 0x1f || bytes[2] != 0x84 || bytes[3] != 0)
      return 0;
    uint32_t displacement = 0;
    std::memcpy(&displacement, bytes + 4, 4);
    if (displacement >> 16 != 0x4c53) return 0;
    number = displacement & 0xffff;
  } else {
    uint32_t word = 0;
    if (size != 4) return 0;
    std::memcpy(&word, bytes, 4);
    if ((word & 0xffe0001f) != 0xd280001f) return 0;
    number = (word >> 5) & 0xffff;
  }
  bool processor = number >= LODESTONE_MARK_PROCESSOR &&
                   number < LODESTONE_MARK_PROCESSOR + LODESTONE_MARK_PROCESSORS;
  bool known = number >= LODESTONE_MARK_PREPARE && number <= LODESTONE_MARK_END_OP;
  return known || processor ? number : 0;
}

}  // namespace lodestone::exact
