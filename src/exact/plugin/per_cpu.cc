// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/per_cpu.h"

#include <cstring>

namespace lodestone::exact {
namespace {

uint64_t extended(uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift);
}

// %gs:NUMBER or %gs:NUMBER(%rip): the number is the variable's address in the image.
uint64_t variable_of_x86(uint64_t address, const uint8_t* given, size_t size) {
  std::array<uint8_t, 24> b{};  // room to look ahead
  if (size == 0 || size > 16 || given[0] != 0x65) return 0;
  std::memcpy(b.data(), given, size);
  size_t at = 1;
  while (at < 4 && (b[at] == 0x66 || b[at] == 0xf2 || b[at] == 0xf3 || b[at] == 0xf0)) ++at;
  if ((b[at] & 0xf0) == 0x40) ++at;
  // The loads and stores that this_cpu_read(), this_cpu_write() and this_cpu_add() become.
  if (b[at] != 0x8b && b[at] != 0x89 && b[at] != 0x03 && b[at] != 0x01) return 0;
  const uint8_t modrm = b[at + 1];
  int32_t displacement = 0;
  if ((modrm & 0xc7) == 0x04 && b[at + 2] == 0x25) {
    std::memcpy(&displacement, b.data() + at + 3, 4);
    return static_cast<uint64_t>(static_cast<int64_t>(displacement));
  }
  if ((modrm & 0xc7) == 0x05) {
    std::memcpy(&displacement, b.data() + at + 2, 4);
    return address + size + static_cast<uint64_t>(static_cast<int64_t>(displacement));
  }
  return 0;
}

}  // namespace

PerCpuAccesses::Register PerCpuAccesses::added(const Register& a, const Register& b) {
  const bool fits = (a.known == Known::address && b.known == Known::offset) ||
                    (a.known == Known::offset && b.known == Known::address);
  return fits ? Register{Known::sum, a.value + b.value} : Register{};
}

// this_cpu_ptr() of arm64: adrp and add make the variable's address, mrs reads the processor's
// offset (arch/arm64/include/asm/percpu.h: __my_cpu_offset). Arm Architecture Reference Manual,
// C4.1.
uint64_t PerCpuAccesses::next_arm64(uint64_t address, uint32_t word) {
  const unsigned d = word & 31, n = (word >> 5) & 31, m = (word >> 16) & 31;
  Register result;
  uint64_t variable = 0;
  if ((word & 0x1f000000) == 0x10000000) {  // adr, adrp
    const uint64_t number = extended(((word >> 3) & 0x1ffffc) | ((word >> 29) & 3), 21);
    result = {Known::address,
              word >> 31 ? (address & ~uint64_t{4095}) + (number << 12) : address + number};
  } else if ((word & 0xff800000) == 0x91000000) {  // add with a constant
    result = registers_[n];
    result.value += uint64_t{(word >> 10) & 0xfff} << (word & 0x400000 ? 12 : 0);
  } else if ((word & 0xffe0fc00) == 0x8b000000) {  // add of registers
    result = added(registers_[n], registers_[m]);
  } else if ((word & 0xffe0ffe0) == 0xaa0003e0) {  // mov
    result = registers_[m];
  } else if ((word & 0xffffffe0) == 0xd538d080 || (word & 0xffffffe0) == 0xd53cd040) {
    result = {Known::offset, 0};                   // mrs of tpidr_el1 or tpidr_el2
  } else if ((word & 0x3f000000) == 0x39000000) {  // load or store at a constant distance
    if (registers_[n].known == Known::sum)
      variable = registers_[n].value + (uint64_t{(word >> 10) & 0xfff} << (word >> 30));
  } else if ((word & 0x3f20fc00) == 0x38206800) {  // ... at a register's distance
    const Register sum = added(registers_[n], registers_[m]);
    if (sum.known == Known::sum) variable = sum.value;
  } else if ((word & 0x3f000000) == 0x08000000 || (word & 0x3f200c00) == 0x38200000) {
    if (registers_[n].known == Known::sum) variable = registers_[n].value;  // atomic ones
    registers_[m] = {};
  } else if ((word & 0x0a000000) == 0x08000000) {  // others: pairs, and those that move their base
    registers_[n] = {};
    registers_[(word >> 10) & 31] = {};
  }
  registers_[d] = result;
  registers_[31] = {};
  return variable;
}

uint64_t PerCpuAccesses::next(uint64_t address, const uint8_t* bytes, size_t size) {
  if (machine_ == Machine::x86_64) return variable_of_x86(address, bytes, size);
  if (size != 4) return 0;
  uint32_t word = 0;
  std::memcpy(&word, bytes, 4);
  return next_arm64(address, word);
}

}  // namespace lodestone::exact
