// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/memory.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

namespace lodestone::exact {
namespace {

constexpr uint64_t line_bytes = 64;

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
  line.stack |= instruction.uses_stack;
}

Memory::Effect Memory::access(unsigned processor, const Instruction& instruction, uint64_t address,
                              unsigned size, bool store, uint64_t operation, bool counted) {
  Effect effect;
  if (plan_.count == Count::cache) effect.miss = caches_[processor].miss(address);
  if (instruction.per_cpu_variable != 0 && offsets_[processor] == 0)
    offsets_[processor] = address - instruction.per_cpu_variable;
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
