// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/instruction.h"

#include <Zydis/Zydis.h>

#include <fmt/format.h>

#include "explain/code/arm64.h"

namespace lodestone::explain {
namespace {

const ZydisDecoder& decoder() {
  static const ZydisDecoder instance = [] {
    ZydisDecoder made;
    ZydisDecoderInit(&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return made;
  }();
  return instance;
}

uint32_t mix(uint32_t hash, uint32_t value) {
  return (hash ^ value) * 0x01000193u;
}

// The same operation with a short or a long constant has two opcodes.
uint8_t canonical_opcode(uint8_t opcode) {
  switch (opcode) {
    case 0x83:
      return 0x81;
    case 0x6b:
      return 0x69;
    case 0x6a:
      return 0x68;
    default:
      return opcode;
  }
}

uint32_t shape_of(const ZydisDecodedInstruction& insn, const uint8_t* bytes) {
  uint32_t hash = mix(0x811c9dc5u, insn.mnemonic);
  if (insn.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY &&
      insn.encoding != ZYDIS_INSTRUCTION_ENCODING_3DNOW) {
    const auto inside = [&](uint8_t at, uint8_t offset, uint8_t bits) {
      return bits != 0 && at >= offset && at < offset + bits / 8;
    };
    for (uint8_t k = 0; k < insn.length; ++k)
      if (!inside(k, insn.raw.disp.offset, insn.raw.disp.size) &&
          !inside(k, insn.raw.imm[0].offset, insn.raw.imm[0].size))
        hash = mix(hash, bytes[k]);
    return hash;
  }
  constexpr ZydisInstructionAttributes kept = ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_REP |
                                              ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE |
                                              ZYDIS_ATTRIB_HAS_SEGMENT;
  const uint64_t attributes = insn.attributes & kept;
  hash = mix(hash, static_cast<uint32_t>(attributes));
  hash = mix(hash, static_cast<uint32_t>(attributes >> 32));
  hash = mix(hash, insn.operand_width);
  hash = mix(hash, canonical_opcode(insn.opcode));
  if (insn.attributes & ZYDIS_ATTRIB_HAS_REX)
    hash = mix(hash, static_cast<uint32_t>(insn.raw.rex.W << 3 | insn.raw.rex.R << 2 |
                                           insn.raw.rex.X << 1 | insn.raw.rex.B));
  else
    hash = mix(hash, 0);
  if (insn.attributes & ZYDIS_ATTRIB_HAS_MODRM) {
    const uint8_t mod = insn.raw.modrm.mod;
    // With and without displacement is one shape, except where mod 0 means "no base register".
    const bool no_base =
        mod == 0 && (insn.raw.modrm.rm == 5 || (insn.raw.modrm.rm == 4 && insn.raw.sib.base == 5));
    hash = mix(hash, mod == 3 ? 3u : no_base ? 2u : 1u);
    hash = mix(hash, static_cast<uint32_t>(insn.raw.modrm.reg << 3 | insn.raw.modrm.rm));
    if (mod != 3 && insn.raw.modrm.rm == 4)
      hash = mix(hash, static_cast<uint32_t>(insn.raw.sib.scale << 6 | insn.raw.sib.index << 3 |
                                             insn.raw.sib.base));
  }
  return hash;
}

bool unconditional(ZydisMnemonic mnemonic) {
  return mnemonic == ZYDIS_MNEMONIC_JMP || mnemonic == ZYDIS_MNEMONIC_RET ||
         mnemonic == ZYDIS_MNEMONIC_UD2 || mnemonic == ZYDIS_MNEMONIC_IRET ||
         mnemonic == ZYDIS_MNEMONIC_IRETQ || mnemonic == ZYDIS_MNEMONIC_SYSRET;
}

bool padding(uint16_t mnemonic) {
  return mnemonic == ZYDIS_MNEMONIC_NOP || mnemonic == ZYDIS_MNEMONIC_INT3;
}

}  // namespace

std::vector<Instruction> decode_function(std::string_view bytes, uint64_t address,
                                         const PatchSites& sites, Architecture architecture) {
  if (architecture == Architecture::arm64) return decode_arm64(bytes, address, sites);
  std::vector<Instruction> result;
  result.reserve(bytes.size() / 4);
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t at = 0;
  bool behind_jump = false;
  size_t meaningful = 0;  // entries up to the last one that is no padding
  while (at < bytes.size()) {
    ZydisDecodedInstruction insn;
    Instruction entry;
    entry.offset = static_cast<uint32_t>(at);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder(), nullptr, data + at,
                                                    bytes.size() - at, &insn))) {
      entry.length = 1;
      entry.shape = mix(0x9e3779b9u, data[at]);
      // Zeroes are what lies between functions of different sections.
      result.push_back(entry);
      if (data[at] != 0) meaningful = result.size();
      ++at;
      behind_jump = false;
      continue;
    }
    entry.length = insn.length;
    entry.mnemonic = insn.mnemonic;
    entry.static_key =
        (insn.mnemonic == ZYDIS_MNEMONIC_NOP || insn.mnemonic == ZYDIS_MNEMONIC_JMP) &&
        sites.is_static_key(address + at);
    if (behind_jump && padding(insn.mnemonic) && !entry.static_key) {
      at += insn.length;
      continue;
    }
    const uint64_t end = address + at + insn.length;
    if (entry.static_key) {
      // A NOP or a jump of either length: the kernel puts in what the key says.
      entry.shape = 0x5eed;
    } else {
      entry.shape = shape_of(insn, data + at);
      entry.gs = (insn.attributes & ZYDIS_ATTRIB_HAS_SEGMENT_GS) != 0;
      if (insn.raw.imm[0].size != 0) {
        if (insn.raw.imm[0].is_relative) {
          entry.relative = true;
          entry.target = end + static_cast<uint64_t>(insn.raw.imm[0].value.s);
          // Short and near forms of one branch are the same.
          entry.shape = mix(0x811c9dc5u, insn.mnemonic);
        } else {
          entry.immediate = true;
          entry.constant = insn.raw.imm[0].is_signed
                               ? static_cast<uint64_t>(insn.raw.imm[0].value.s)
                               : insn.raw.imm[0].value.u;
        }
      }
      if (insn.attributes & ZYDIS_ATTRIB_HAS_MODRM && insn.raw.modrm.mod != 3) {
        entry.memory = true;
        entry.displacement = insn.raw.disp.size ? insn.raw.disp.value : 0;
        if (insn.raw.modrm.mod == 0 && insn.raw.modrm.rm == 5) {
          entry.rip = true;
          entry.target = end + static_cast<uint64_t>(entry.displacement);
        }
      }
      entry.call = insn.mnemonic == ZYDIS_MNEMONIC_CALL;
    }
    behind_jump = !entry.static_key && unconditional(insn.mnemonic);
    result.push_back(entry);
    if (!padding(insn.mnemonic) || entry.static_key) meaningful = result.size();
    at += insn.length;
  }
  result.resize(meaningful);
  return result;
}

Tally tally_of(std::string_view bytes, const std::vector<Instruction>& instructions,
               Architecture architecture) {
  if (architecture == Architecture::arm64) return tally_arm64(bytes, instructions);
  Tally tally;
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  for (const Instruction& at : instructions) {
    ++tally.instructions;
    ZydisDecodedInstruction insn;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder(), data + at.offset, bytes.size() - at.offset,
                                             &insn, operands)))
      continue;
    const auto category = insn.meta.category;
    tally.branches += category == ZYDIS_CATEGORY_COND_BR || category == ZYDIS_CATEGORY_UNCOND_BR ||
                      category == ZYDIS_CATEGORY_CALL || category == ZYDIS_CATEGORY_RET;
    tally.calls += category == ZYDIS_CATEGORY_CALL;
    tally.indirect_calls += category == ZYDIS_CATEGORY_CALL && !at.relative;
    tally.locked += (insn.attributes & ZYDIS_ATTRIB_HAS_LOCK) != 0;
    tally.pauses += insn.mnemonic == ZYDIS_MNEMONIC_PAUSE;
    if (insn.mnemonic == ZYDIS_MNEMONIC_NOP || insn.mnemonic == ZYDIS_MNEMONIC_LEA) continue;
    for (int k = 0; k < insn.operand_count_visible; ++k) {
      if (operands[k].type != ZYDIS_OPERAND_TYPE_MEMORY) continue;
      tally.stores += (operands[k].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
      tally.loads += (operands[k].actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
    }
  }
  return tally;
}

std::string disassemble(std::string_view bytes, uint64_t address, Architecture architecture) {
  if (architecture == Architecture::arm64) return disassemble_arm64(bytes, address);
  static const ZydisFormatter formatter = [] {
    ZydisFormatter made;
    ZydisFormatterInit(&made, ZYDIS_FORMATTER_STYLE_ATT);
    ZydisFormatterSetProperty(&made, ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, ZYAN_FALSE);
    ZydisFormatterSetProperty(&made, ZYDIS_FORMATTER_PROP_ADDR_PADDING_ABSOLUTE, 1);
    ZydisFormatterSetProperty(&made, ZYDIS_FORMATTER_PROP_DISP_PADDING, 1);
    ZydisFormatterSetProperty(&made, ZYDIS_FORMATTER_PROP_IMM_PADDING, 1);
    return made;
  }();
  ZydisDecodedInstruction insn;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  char text[256];
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeFull(&decoder(), bytes.data(), bytes.size(), &insn, operands)) ||
      !ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &insn, operands,
                                                    insn.operand_count_visible, text, sizeof text,
                                                    address, nullptr)))
    return bytes.empty() ? "" : fmt::format(".byte {:#04x}", static_cast<uint8_t>(bytes[0]));
  return text;
}

}  // namespace lodestone::explain
