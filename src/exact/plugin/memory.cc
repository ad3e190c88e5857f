// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/memory.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

namespace lodestone::exact {
namespace {

constexpr uint64_t line_bytes = 64;

// Instructions that use the stack by their nature: push, pop, call, ret.
bool uses_stack(const Instruction& instruction) {
  size_t at = 0;
  while (at + 1 < instruction.size &&
         ((instruction.bytes[at] & 0xf0) == 0x40 || instruction.bytes[at] == 0xf3))
    ++at;
  uint8_t opcode = instruction.bytes[at];
  return (opcode >= 0x50 && opcode <= 0x5f) || opcode == 0xe8 || opcode == 0xc3 || opcode == 0x68 ||
         opcode == 0x6a;
}

// A per-CPU variable addressed as %gs:NUMBER or %gs:NUMBER(%rip): the number is its address in the
// image, so what is accessed tells the processor's offset.
bool per_cpu_address(const Instruction& instruction, uint64_t& address) {
  const auto& b = instruction.bytes;
  size_t at = 0;
  if (b[0] != 0x65) return false;
  for (at = 1; at < 4 && (b[at] == 0x66 || b[at] == 0xf2 || b[at] == 0xf3 || b[at] == 0xf0); ++at) {
  }
  if ((b[at] & 0xf0) == 0x40) ++at;
  // The loads and stores that this_cpu_read(), this_cpu_write() and this_cpu_add() become.
  if (b[at] != 0x8b && b[at] != 0x89 && b[at] != 0x03 && b[at] != 0x01) return false;
  uint8_t modrm = b[at + 1];
  int32_t displacement = 0;
  if ((modrm & 0xc7) == 0x04 && b[at + 2] == 0x25) {
    std::memcpy(&displacement, b.data() + at + 3, 4);
    address = static_cast<uint64_t>(static_cast<int64_t>(displacement));
    return true;
  }
  if ((modrm & 0xc7) == 0x05) {
    std::memcpy(&displacement, b.data() + at + 2, 4);
    address = instruction.address + instruction.size +
              static_cast<uint64_t>(static_cast<int64_t>(displacement));
    return true;
  }
  return false;
}

void remember(std::array<uint32_t, 4>& symbols, uint32_t symbol) {
  for (uint32_t& place : symbols) {
    if (place == symbol) return;
    if (place == ~0u) {
      place = symbol;
      return;
    }
  }
}

}  // namespace

CacheModel::CacheModel(uint64_t size, uint64_t ways, uint64_t line)
    : line_(std::max<uint64_t>(line, 1)),
      sets_(std::max<uint64_t>(1, size / std::max<uint64_t>(1, line * ways))),
      ways_(std::max<uint64_t>(ways, 1)),
      tags_(sets_ * ways_, ~uint64_t{0}) {}

bool CacheModel::miss(uint64_t address) {
  uint64_t tag = address / line_;
  uint64_t* set = &tags_[(tag % sets_) * ways_];
  uint64_t* found = std::find(set, set + ways_, tag);
  bool missed = found == set + ways_;
  if (missed) --found;
  std::copy_backward(set, found, found + 1);
  *set = tag;
  return missed;
}

Memory::Memory(const Plan& plan, unsigned processors)
    : plan_(plan),
      caches_(processors, CacheModel(plan.cache_size, plan.cache_ways, plan.cache_line)),
      offsets_(processors, 0) {}

void Memory::touch(Line& line, unsigned processor, const Instruction& instruction, uint64_t address,
                   bool store) {
  Granule& granule = line.granules[(address / 8) % 8];
  uint64_t bit = uint64_t{1} << (processor & 63);
  if (store) {
    ++granule.stores;
    granule.writers |= bit;
    if (line.last_writer >= 0 && line.last_writer != static_cast<int32_t>(processor))
      ++line.transfers;
    line.last_writer = static_cast<int32_t>(processor);
    remember(line.writing, instruction.symbol);
  } else {
    ++granule.loads;
    granule.readers |= bit;
    remember(line.reading, instruction.symbol);
  }
  if (!line.stack && uses_stack(instruction)) line.stack = true;
}

Memory::Effect Memory::access(unsigned processor, const Instruction& instruction, uint64_t address,
                              unsigned size, bool store, uint64_t operation, bool counted) {
  Effect effect;
  if (plan_.count == Count::cache) effect.miss = caches_[processor].miss(address);
  uint64_t variable = 0;
  if (offsets_[processor] == 0 && instruction.kernel && per_cpu_address(instruction, variable))
    offsets_[processor] = address - variable;
  if (!counted) return effect;
  if (by_instruction_.size() <= instruction.slot) by_instruction_.resize(instruction.slot + 4096);
  AccessCounts& counts = by_instruction_[instruction.slot];
  ++(store ? counts.stores : counts.loads);
  counts.misses += effect.miss;
  // An access over the end of a line touches both.
  for (uint64_t at = address; at < address + size; at = (at / line_bytes + 1) * line_bytes) {
    uint64_t number = at / line_bytes;
    auto& recent = recent_[number % recent_.size()];
    if (recent.second == nullptr || recent.first != number) {
      auto& place = lines_[number];
      if (!place) place = std::make_unique<Line>();
      recent = {number, place.get()};
    }
    Line& line = *recent.second;
    if (operation != 0 && line.operation != operation) {
      line.operation = operation;
      effect.new_line = true;
      auto pair = lines_.find(number ^ 1);
      effect.new_pair = pair == lines_.end() || pair->second->operation != operation;
    }
    if (effect.miss) ++line.misses;
    touch(line, processor, instruction, at, store);
  }
  return effect;
}

void Memory::section_begins() {
  lines_.clear();
  recent_.fill({0, nullptr});
  by_instruction_.clear();
}

void Memory::write(std::FILE* out, const Instructions& instructions) const {
  for (size_t i = 0; i < offsets_.size(); ++i)
    if (offsets_[i] != 0) std::fprintf(out, "per_cpu %zu %" PRIx64 "\n", i, offsets_[i]);
  for (size_t slot = 0; slot < by_instruction_.size() && slot < instructions.size(); ++slot) {
    const AccessCounts& counts = by_instruction_[slot];
    if (counts.loads + counts.stores != 0)
      std::fprintf(out, "access %zu %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", slot, counts.loads,
                   counts.stores, counts.misses);
  }
  // In the order of addresses: the same counts give the same file.
  std::vector<std::pair<uint64_t, const Line*>> ordered;
  for (const auto& [number, line] : lines_) ordered.emplace_back(number, line.get());
  std::sort(ordered.begin(), ordered.end());
  for (const auto& [number, line] : ordered) {
    std::fprintf(out, "line %" PRIx64 " %d %" PRIu64 " %" PRIu64, number * line_bytes, line->stack,
                 line->transfers, line->misses);
    for (uint32_t symbol : line->reading) std::fprintf(out, " %d", static_cast<int>(symbol));
    for (uint32_t symbol : line->writing) std::fprintf(out, " %d", static_cast<int>(symbol));
    std::fputc('\n', out);
    for (size_t i = 0; i < 8; ++i) {
      const Granule& granule = line->granules[i];
      if (granule.loads + granule.stores == 0) continue;
      std::fprintf(out, "granule %zu %" PRIu64 " %" PRIu64 " %" PRIx64 " %" PRIx64 "\n", i,
                   granule.loads, granule.stores, granule.readers, granule.writers);
    }
  }
}

}  // namespace lodestone::exact
