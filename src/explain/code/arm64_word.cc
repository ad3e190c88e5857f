// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/arm64_word.h"

#include <fmt/format.h>

namespace lodestone::explain::arm64 {
namespace {

constexpr uint32_t field(uint32_t bits, int low, int width) {
  return bits >> low & ((uint32_t{1} << width) - 1);
}

constexpr uint32_t mask(int low, int width) {
  return ((uint32_t{1} << width) - 1) << low;
}

constexpr int64_t signed_field(uint32_t bits, int low, int width) {
  const auto value = static_cast<int64_t>(field(bits, low, width));
  return value - (value >> (width - 1) << width);
}

void decode_branch(Word& w) {
  const uint32_t bits = w.bits;
  const auto relative = [&](Kind kind, int low, int width) {
    w.kind = kind;
    w.immediate_mask = mask(low, width);
    w.value = 4 * signed_field(bits, low, width);
  };
  if ((bits & 0x7c000000) == 0x14000000) {
    relative(bits >> 31 ? Kind::call : Kind::branch, 0, 26);
    w.ends = w.kind == Kind::branch;
  } else if ((bits & 0xff000000) == 0x54000000 || (bits & 0x7e000000) == 0x34000000) {
    relative(Kind::branch, 5, 19);  // B.cond, CBZ, CBNZ
  } else if ((bits & 0x7e000000) == 0x36000000) {
    relative(Kind::branch, 5, 14);  // TBZ, TBNZ
  } else if ((bits & 0xfe000000) == 0xd6000000) {
    w.rn = static_cast<uint8_t>(field(bits, 5, 5));
    w.indirect_call = field(bits, 21, 2) == 1;  // BLR and its authenticating forms
    w.indirect_jump = !w.indirect_call;
    w.ends = w.indirect_jump;
  } else if ((bits & 0xffe0001f) == 0xd4200000) {
    w.ends = true;  // BRK: BUG()
  }
}

void decode_immediate(Word& w) {
  const uint32_t bits = w.bits;
  w.rd = static_cast<uint8_t>(field(bits, 0, 5));
  w.rn = static_cast<uint8_t>(field(bits, 5, 5));
  w.writes_rd = true;
  if ((bits & 0x1f000000) == 0x10000000) {
    w.kind = bits >> 31 ? Kind::page : Kind::address;
    w.immediate_mask = mask(29, 2) | mask(5, 19);
    w.value = 4 * signed_field(bits, 5, 19) + field(bits, 29, 2);
    if (w.kind == Kind::page) w.value *= 4096;
  } else if ((bits & 0x1f800000) == 0x11000000) {
    const bool plain_add = (bits & 0x60000000) == 0;
    w.kind = plain_add && bits >> 31 ? Kind::add : Kind::constant;
    w.immediate_mask = mask(10, 12) | mask(22, 1);
    w.value = int64_t{field(bits, 10, 12)} << (field(bits, 22, 1) ? 12 : 0);
  } else if ((bits & 0x1f800000) == 0x12800000) {  // MOVN, MOVZ, MOVK
    w.kind = Kind::constant;
    w.immediate_mask = mask(5, 16);
    w.value = field(bits, 5, 16);
  } else if ((bits & 0x1f000000) == 0x12000000 || (bits & 0x1f800000) == 0x13000000) {
    w.kind = Kind::constant;  // logical immediates and bit fields
    w.immediate_mask = mask(10, 13);
    w.value = field(bits, 10, 13);
  }
}

void decode_memory(Word& w) {
  const uint32_t bits = w.bits;
  w.rd = static_cast<uint8_t>(field(bits, 0, 5));
  w.rn = static_cast<uint8_t>(field(bits, 5, 5));
  const bool vector = field(bits, 26, 1);
  const uint32_t size = field(bits, 30, 2), opc = field(bits, 22, 2);
  if ((bits & 0x3b000000) == 0x18000000) {  // LDR (literal)
    w.kind = Kind::literal;
    w.immediate_mask = mask(5, 19);
    w.value = 4 * signed_field(bits, 5, 19);
    w.load = true;
  } else if ((bits & 0x3a000000) == 0x28000000) {  // LDP, STP
    w.kind = Kind::memory;
    w.immediate_mask = mask(15, 7);
    const int scale = vector ? 2 + static_cast<int>(size) : 2 + static_cast<int>(size >> 1);
    w.value = signed_field(bits, 15, 7) * (int64_t{1} << scale);
    w.rt2 = static_cast<uint8_t>(field(bits, 10, 5));
    w.load = field(bits, 22, 1);
    w.store = !w.load;
    w.writes_second = w.load && !vector;
  } else if ((bits & 0x3b000000) == 0x39000000) {  // LDR, STR (unsigned offset)
    w.kind = Kind::memory;
    w.unsigned_offset = true;
    w.immediate_mask = mask(10, 12);
    const int scale = vector && opc >= 2 ? 4 : static_cast<int>(size);
    w.value = int64_t{field(bits, 10, 12)} << scale;
    w.load = opc != 0 && !(vector && opc == 2);
    w.store = !w.load;
  } else if ((bits & 0x3b200000) == 0x38000000) {  // LDUR, STUR, indexed
    w.kind = Kind::memory;
    w.immediate_mask = mask(12, 9);
    w.value = signed_field(bits, 12, 9);
    w.load = opc != 0;
    w.store = !w.load;
  } else if ((bits & 0x3f000000) == 0x08000000) {  // exclusive, ordered, CAS
    const bool cas = field(bits, 23, 1) && field(bits, 21, 1);
    w.load = field(bits, 22, 1) || cas;
    w.store = !field(bits, 22, 1) || cas;
    w.atomic = cas || !field(bits, 23, 1);
  } else if ((bits & 0x3b200c00) == 0x38200000) {  // LDADD, SWP and the like
    w.load = w.store = w.atomic = true;
  } else {
    w.load = opc != 0;
    w.store = !w.load;
  }
  w.writes_rd = w.load && !vector;
}

std::string reg(uint32_t number, bool wide, bool stack = false) {
  if (number == 31) return stack ? (wide ? "sp" : "wsp") : wide ? "xzr" : "wzr";
  return fmt::format("{}{}", wide ? 'x' : 'w', number);
}

constexpr const char* conditions[] = {"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc",
                                      "hi", "ls", "ge", "lt", "gt", "le", "al", "nv"};

std::string branch_text(const Word& w, uint64_t target) {
  const uint32_t bits = w.bits;
  if ((bits & 0x7c000000) == 0x14000000)
    return fmt::format("{} {:#x}", w.kind == Kind::call ? "bl" : "b", target);
  if ((bits & 0xff000000) == 0x54000000)
    return fmt::format("b.{} {:#x}", conditions[bits & 15], target);
  const std::string test = reg(field(bits, 0, 5), bits >> 31);
  if ((bits & 0x7e000000) == 0x34000000)
    return fmt::format("{} {}, {:#x}", field(bits, 24, 1) ? "cbnz" : "cbz", test, target);
  return fmt::format("{} {}, #{}, {:#x}", field(bits, 24, 1) ? "tbnz" : "tbz", test,
                     field(bits, 19, 5) | field(bits, 31, 1) << 5, target);
}

std::string memory_text(const Word& w) {
  const uint32_t bits = w.bits, size = field(bits, 30, 2);
  const std::string place = w.value == 0
                                ? fmt::format("[{}]", reg(w.rn, true, true))
                                : fmt::format("[{}, #{:#x}]", reg(w.rn, true, true), w.value);
  if ((bits & 0x3a000000) == 0x28000000)
    return fmt::format("{} {}, {}, {}", w.load ? "ldp" : "stp", reg(w.rd, size >> 1),
                       reg(w.rt2, size >> 1), place);
  constexpr const char* widths[] = {"b", "h", "", ""};
  const bool extends = w.load && field(bits, 22, 2) >= 2;
  const bool wide = size == 3 || (extends && field(bits, 22, 2) == 2);
  return fmt::format("{}{}{} {}, {}", w.load ? "ldr" : "str", extends ? "s" : "",
                     extends && size == 2 ? "w" : widths[size], reg(w.rd, wide), place);
}

}  // namespace

Word decode(uint32_t bits) {
  Word w;
  w.bits = bits;
  w.padding = bits == nop || bits == 0;
  if ((bits & 0x1c000000) == 0x14000000)
    decode_branch(w);
  else if ((bits & 0x1c000000) == 0x10000000)
    decode_immediate(w);
  else if ((bits & 0x0a000000) == 0x08000000)
    decode_memory(w);
  else if ((bits & 0x0e000000) == 0x0a000000) {  // data processing on registers
    w.rd = static_cast<uint8_t>(field(bits, 0, 5));
    w.writes_rd = true;
  } else if (bits >> 16 == 0 && bits != 0) {
    w.ends = true;  // UDF
  }
  if ((bits & 0xfff00000) == 0xd5300000) {  // MRS
    w.rd = static_cast<uint8_t>(field(bits, 0, 5));
    w.writes_rd = true;
  }
  return w;
}

std::string text_of(const Word& w, uint64_t address) {
  const uint32_t bits = w.bits;
  const bool wide = bits >> 31, vector = field(bits, 26, 1);
  const uint64_t target = address + static_cast<uint64_t>(w.value);
  switch (w.kind) {
    case Kind::branch:
    case Kind::call:
      return branch_text(w, target);
    case Kind::page:
      return fmt::format("adrp {}, {:#x}", reg(w.rd, true),
                         (address & ~uint64_t{0xfff}) + static_cast<uint64_t>(w.value));
    case Kind::address:
      return fmt::format("adr {}, {:#x}", reg(w.rd, true), target);
    case Kind::literal:
      if (!vector) return fmt::format("ldr {}, {:#x}", reg(w.rd, bits >> 30 & 1), target);
      break;
    case Kind::memory:
      if (!vector) return memory_text(w);
      break;
    case Kind::add:
    case Kind::constant:
      if ((bits & 0x1f800000) == 0x11000000) {
        const bool compares = field(bits, 29, 1) && w.rd == 31, subtracts = field(bits, 30, 1);
        if (compares)
          return fmt::format("{} {}, #{:#x}", subtracts ? "cmp" : "cmn", reg(w.rn, wide, true),
                             w.value);
        return fmt::format("{}{} {}, {}, #{:#x}", subtracts ? "sub" : "add",
                           field(bits, 29, 1) ? "s" : "", reg(w.rd, wide, true),
                           reg(w.rn, wide, true), w.value);
      }
      if ((bits & 0x1f800000) == 0x12800000) {
        constexpr const char* moves[] = {"movn", "mov?", "movz", "movk"};
        const uint32_t shift = 16 * field(bits, 21, 2);
        return fmt::format("{} {}, #{:#x}{}", moves[field(bits, 29, 2)], reg(w.rd, wide), w.value,
                           shift ? fmt::format(", lsl #{}", shift) : "");
      }
      break;
    case Kind::other:
      if (bits == nop) return "nop";
      if (bits == yield) return "yield";
      if ((bits & 0xfffffc1f) == 0xd65f0000) return w.rn == 30 ? "ret" : "ret " + reg(w.rn, true);
      if ((bits & 0xfffffc1f) == 0xd61f0000) return "br " + reg(w.rn, true);
      if ((bits & 0xfffffc1f) == 0xd63f0000) return "blr " + reg(w.rn, true);
      break;
  }
  return fmt::format(".inst {:#010x}", bits);
}

}  // namespace lodestone::explain::arm64
