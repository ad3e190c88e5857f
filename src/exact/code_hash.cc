// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/code_hash.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace lodestone::exact {
namespace {

constexpr uint64_t fnv_start = 0xcbf29ce484222325;
constexpr uint64_t fnv_prime = 0x100000001b3;

void mask_bytes(std::string& bytes, size_t offset, size_t bits) {
  for (size_t i = offset; i < offset + bits / 8 && i < bytes.size(); ++i) bytes[i] = 0;
}

// The kernel's image and its modules lie in the top 2 GiB, so that addresses fit sign-extended
// 32-bit fields; its direct map and vmalloc area are the rest of the upper half.
bool looks_like_address(int64_t value) {
  auto address = static_cast<uint64_t>(value);
  return address >= 0xffffffff80000000 && address < 0xfffffffffffff000;
}

}  // namespace

CodeHash::CodeHash(Architecture architecture, const SymbolMap& symbols)
    : architecture_(architecture), symbols_(symbols) {
  const Symbol* begin = symbols.find("__per_cpu_start");
  const Symbol* end = symbols.find("__per_cpu_end");
  if (begin != nullptr && end != nullptr) {
    per_cpu_begin_ = begin->address;
    per_cpu_end_ = end->address;
  }
  start_again();
}

void CodeHash::start_again() {
  hash_ = fnv_start;
  for (uint64_t& place : page_set_) place = ~uint64_t{0};
}

std::string CodeHash::mask_x86(std::string_view bytes) const {
  ZydisDecoder decoder;
  ZydisDecodedInstruction instruction;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::string masked(bytes);
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeFull(&decoder, bytes.data(), bytes.size(), &instruction, operands)))
    return masked;
  // Inside one, an odd number of many bits is an offset; a round one may be a limit or flags.
  auto within_per_cpu = [this](int64_t value) -> const Symbol* {
    auto address = static_cast<uint64_t>(value);
    if (address < 0x4000 || address < per_cpu_begin_ || address >= per_cpu_end_ ||
        std::popcount(address) < 5 || address % 0x1000 == 0)
      return nullptr;
    const Symbol* symbol = symbols_.at(address);
    return symbol != nullptr && address - symbol->address < symbol->size ? symbol : nullptr;
  };
  // What does not depend on places: whose offset it is, and how far behind its start.
  auto write_name = [&masked](const Symbol& symbol, uint64_t address, size_t offset, size_t bits) {
    uint64_t value = (fnv_start ^ (address - symbol.address)) * fnv_prime;
    for (unsigned char c : symbol.name) value = (value ^ c) * fnv_prime;
    for (size_t i = offset; i < offset + bits / 8 && i < masked.size(); ++i, value >>= 8)
      masked[i] = static_cast<char>(value);
  };
  // A per-CPU variable is an offset from zero here; the exact start of one is taken for it.
  auto is_per_cpu = [this](int64_t value) {
    auto address = static_cast<uint64_t>(value);
    if (address < 0x1000 || address < per_cpu_begin_ || address >= per_cpu_end_) return false;
    const Symbol* symbol = symbols_.at(address);
    return symbol != nullptr && symbol->address == address;
  };
  const auto& displacement = instruction.raw.disp;
  for (int i = 0; i < instruction.operand_count; ++i) {
    const auto& operand = operands[i];
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || displacement.size == 0) continue;
    bool relative = operand.mem.base == ZYDIS_REGISTER_RIP;
    // With a base register the displacement may be that of a member.
    bool per_cpu = operand.mem.segment == ZYDIS_REGISTER_GS &&
                   (operand.mem.base == ZYDIS_REGISTER_NONE ||
                    (displacement.value >= 0x1000 && static_cast<uint64_t>(displacement.value) <
                                                         std::max<uint64_t>(per_cpu_end_, 0x1000)));
    if (relative || per_cpu || looks_like_address(displacement.value) ||
        is_per_cpu(displacement.value))
      mask_bytes(masked, displacement.offset, displacement.size);
    else if (const Symbol* symbol = within_per_cpu(displacement.value))
      write_name(*symbol, static_cast<uint64_t>(displacement.value), displacement.offset,
                 displacement.size);
  }
  // Offsets are loaded and added; what is tested, compared and masked is flags and limits.
  const bool may_hold_offset =
      instruction.mnemonic == ZYDIS_MNEMONIC_MOV || instruction.mnemonic == ZYDIS_MNEMONIC_ADD;
  for (const auto& immediate : instruction.raw.imm) {
    if (immediate.size == 0) continue;
    int64_t value =
        immediate.is_signed ? immediate.value.s : static_cast<int64_t>(immediate.value.u);
    if (immediate.is_relative || (immediate.size >= 32 && (looks_like_address(value) ||
                                                           (may_hold_offset && is_per_cpu(value)))))
      mask_bytes(masked, immediate.offset, immediate.size);
    else if (const Symbol* symbol =
                 may_hold_offset && immediate.size >= 32 ? within_per_cpu(value) : nullptr)
      write_name(*symbol, static_cast<uint64_t>(value), immediate.offset, immediate.size);
  }
  return masked;
}

// By distance in the code and not by what was executed between, which depends on data.
bool CodeHash::holds_page(unsigned base, uint64_t address) const {
  constexpr uint64_t reach = 32;  // bytes between adrp and its use
  return page_set_[base] != ~uint64_t{0} && address >= page_set_[base] &&
         address - page_set_[base] <= reach;
}

// Arm Architecture Reference Manual, C4.1: the fields that hold addresses.
std::string CodeHash::mask_arm64(std::string_view bytes, uint64_t address) {
  uint32_t word = 0;
  if (bytes.size() != 4) return std::string(bytes);
  std::memcpy(&word, bytes.data(), 4);
  unsigned target = word & 31;
  unsigned source = (word >> 5) & 31;
  if ((word & 0x7c000000) == 0x14000000)
    word &= 0xfc000000;  // b, bl
  else if ((word & 0xff000000) == 0x54000000)
    word &= 0xff00001f;  // b.cond
  else if ((word & 0x7e000000) == 0x34000000)
    word &= 0xff00001f;  // cbz, cbnz
  else if ((word & 0x7e000000) == 0x36000000)
    word &= 0xfff8001f;  // tbz, tbnz
  else if ((word & 0x3b000000) == 0x18000000)
    word &= 0xff00001f;                          // ldr literal
  else if ((word & 0x1f000000) == 0x10000000) {  // adr, adrp
    word &= 0x9f00001f;
    page_set_[target] = address;
  } else if ((word & 0x7f800000) == 0x11000000 && holds_page(source, address)) {
    word &= 0xffc003ff;  // add immediate
  } else if ((word & 0x3b000000) == 0x39000000 && holds_page(source, address)) {
    word &= 0xffc003ff;  // loads and stores with an unsigned offset
  }
  std::string masked(4, '\0');
  std::memcpy(masked.data(), &word, 4);
  return masked;
}

std::string CodeHash::mask(std::string_view bytes, uint64_t address) {
  return architecture_ == Architecture::x86_64 ? mask_x86(bytes) : mask_arm64(bytes, address);
}

void CodeHash::add(std::string_view bytes, uint64_t address) {
  std::string masked = mask(bytes, address);
  masked += static_cast<char>(bytes.size());
  for (unsigned char byte : masked) hash_ = (hash_ ^ byte) * fnv_prime;
}

}  // namespace lodestone::exact
