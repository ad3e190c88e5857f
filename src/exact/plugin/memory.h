// SPDX-License-Identifier: GPL-2.0-or-later
// Loads and stores: by instruction, by 64-byte line of data and its 8-byte granules, by processor;
// and a model of a set-associative cache for each processor.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <unordered_map>
#include <vector>

#include "exact/plugin/instructions.h"
#include "exact/plugin/plan.h"

namespace lodestone::exact {

struct Granule {
  uint64_t loads = 0, stores = 0;
  uint64_t readers = 0, writers = 0;  // bit masks of processors
};

struct Line {
  std::array<Granule, 8> granules;
  uint64_t operation = 0;  // the last one that touched it, to count distinct lines
  uint64_t transfers =
      0;  // accesses by another processor than the last writer's, or writes after others' reads
  uint64_t misses = 0;  // of the cache model
  int32_t last_writer = -1;
  bool stack = false;  // touched by push, call and the like
  std::array<uint32_t, 4> reading{~0u, ~0u, ~0u, ~0u},
      writing{~0u, ~0u, ~0u, ~0u};  // symbols of the first ones
};

// Least recently used, virtual addresses, allocation on loads and stores.
class CacheModel {
 public:
  CacheModel(uint64_t size, uint64_t ways, uint64_t line);
  bool miss(uint64_t address);

 private:
  uint64_t line_, sets_, ways_;
  std::vector<uint64_t> tags_;  // sets * ways, the most recent first
};

struct AccessCounts {
  uint64_t loads = 0, stores = 0, misses = 0;
};

class Memory {
 public:
  Memory(const Plan& plan, unsigned processors);

  struct Effect {
    bool new_line = false, new_pair = false, miss = false;
  };
  // `operation` numbers operations over all processors, from 1; 0: outside of one. `counted`: the
  // access belongs into the tables (in a section, the workload's own, or any of the kernel's with
  // count sharing).
  Effect access(unsigned processor, const Instruction& instruction, uint64_t address, unsigned size,
                bool store, uint64_t operation, bool counted);
  void section_begins();
  void write(std::FILE* out, const Instructions& instructions) const;
  // The per-CPU offset of a processor, seen from its accesses; 0: not seen.
  uint64_t per_cpu_offset(unsigned processor) const { return offsets_[processor]; }

 private:
  void touch(Line& line, unsigned processor, const Instruction& instruction, uint64_t address,
             bool store);

  const Plan& plan_;
  std::unordered_map<uint64_t, std::unique_ptr<Line>> lines_;
  std::array<std::pair<uint64_t, Line*>, 1024> recent_{};  // by the low bits of the line
  std::vector<AccessCounts> by_instruction_;
  std::vector<CacheModel> caches_;
  std::vector<uint64_t> offsets_;
};

}  // namespace lodestone::exact
