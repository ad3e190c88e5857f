// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/arm64.h"

#include <array>
#include <cstring>
#include <optional>

#include "explain/code/arm64_word.h"

namespace lodestone::explain {
namespace {

using namespace arm64;

constexpr uint32_t call_clobbered = 19;  // x0 to x18 (AAPCS64); the link register besides

uint32_t shape_of(uint32_t word, uint32_t kept) {
  const uint32_t hash = ((word & kept) ^ 0x811c9dc5u) * 0x01000193u;
  return hash ^ hash >> 15;
}

uint32_t word_at(std::string_view bytes, size_t at) {
  uint32_t word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

// Which registers hold the page that an ADRP put there.
class Pages {
 public:
  std::optional<uint64_t> of(uint32_t reg) const { return page_[reg]; }
  void set(uint32_t reg, uint64_t page) { page_[reg] = page; }
  void written(uint32_t reg) { page_[reg].reset(); }
  void called() {
    for (uint32_t reg = 0; reg < call_clobbered; ++reg) written(reg);
    written(30);
  }

 private:
  std::array<std::optional<uint64_t>, 32> page_;
};

void take_operands(const Word& word, uint64_t address, Pages& pages, Instruction& entry) {
  entry.shape = shape_of(word.bits, ~word.immediate_mask);
  entry.mnemonic = static_cast<uint16_t>((word.bits & ~word.immediate_mask) >> 22);
  switch (word.kind) {
    case Kind::branch:
    case Kind::call:
      entry.relative = true;
      entry.call = word.kind == Kind::call;
      entry.target = address + static_cast<uint64_t>(word.value);
      break;
    case Kind::literal:
    case Kind::address:
      entry.rip = true;
      entry.target = address + static_cast<uint64_t>(word.value);
      break;
    case Kind::page:
      break;  // what completes it carries the target
    case Kind::add:
      if (const auto page = pages.of(word.rn)) {
        entry.rip = true;
        entry.target = *page + static_cast<uint64_t>(word.value);
        break;
      }
      [[fallthrough]];
    case Kind::constant:
      entry.immediate = true;
      entry.constant = static_cast<uint64_t>(word.value);
      break;
    case Kind::memory:
      entry.memory = true;
      entry.displacement = word.value;
      if (const auto page = pages.of(word.rn); page && word.unsigned_offset) {
        entry.rip = true;
        entry.target = *page + static_cast<uint64_t>(word.value);
      }
      break;
    case Kind::other:
      break;
  }
  if (word.kind == Kind::call || word.indirect_call)
    pages.called();
  else if (word.kind == Kind::page)
    pages.set(word.rd, (address & ~uint64_t{0xfff}) + static_cast<uint64_t>(word.value));
  else if (word.writes_rd)
    pages.written(word.rd);
  if (word.writes_second) pages.written(word.rt2);
}

}  // namespace

std::vector<Instruction> decode_arm64(std::string_view bytes, uint64_t address,
                                      const PatchSites& sites) {
  std::vector<Instruction> result;
  result.reserve(bytes.size() / 4);
  Pages pages;
  bool behind_jump = false;
  size_t meaningful = 0;
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const Word word = decode(word_at(bytes, at));
    Instruction entry;
    entry.offset = static_cast<uint32_t>(at);
    entry.length = 4;
    entry.static_key =
        (word.padding || word.kind == Kind::branch) && sites.is_static_key(address + at);
    if (behind_jump && word.padding && !entry.static_key) continue;
    if (entry.static_key)
      entry.shape = 0x5eed;  // a NOP or a branch: the kernel puts in what the key says
    else
      take_operands(word, address + at, pages, entry);
    behind_jump = !entry.static_key && word.ends;
    result.push_back(entry);
    if (!word.padding || entry.static_key) meaningful = result.size();
  }
  result.resize(meaningful);
  return result;
}

Tally tally_arm64(std::string_view bytes, const std::vector<Instruction>& instructions) {
  Tally tally;
  for (const Instruction& at : instructions) {
    ++tally.instructions;
    if (at.offset + 4 > bytes.size()) continue;
    const Word word = decode(word_at(bytes, at.offset));
    tally.branches += word.kind == Kind::branch || word.kind == Kind::call || word.indirect_call ||
                      word.indirect_jump;
    tally.calls += word.kind == Kind::call || word.indirect_call;
    tally.indirect_calls += word.indirect_call;
    tally.loads += word.load;
    tally.stores += word.store;
    tally.locked += word.atomic;
    tally.pauses += word.bits == yield;
  }
  return tally;
}

std::string disassemble_arm64(std::string_view bytes, uint64_t address) {
  return bytes.size() < 4 ? "" : text_of(decode(word_at(bytes, 0)), address);
}

}  // namespace lodestone::explain
