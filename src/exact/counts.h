// SPDX-License-Identifier: GPL-2.0-or-later
// What the plugin wrote (exact/plugin/recorder.cc and counter.cc): for every section the counts of
// each operation, the path that operations of each size took, and how often each instruction was
// executed for which cause.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace lodestone::exact {

inline constexpr size_t quantities = 16;
// Quantities below this one are always counted, the others with --count memory, sharing and cache.
inline constexpr size_t first_memory_quantity = 6;
// In the order of the plugin's totals; even ones are the kernel's. The names are those of metrics,
// WORKLOAD.NAME.
inline constexpr const char* quantity_names[quantities] = {
    "instructions.kernel", "instructions.user", "branches.kernel", "branches.user",
    "calls.kernel",        "calls.user",        "loads.kernel",    "loads.user",
    "stores.kernel",       "stores.user",       "lines64.kernel",  "lines64.user",
    "lines128.kernel",     "lines128.user",     "misses.kernel",   "misses.user"};
inline constexpr size_t cause_count = 5;
inline constexpr const char* cause_names[cause_count] = {"own", "timer", "interrupt", "softirq",
                                                         "other tasks"};

using Quantities = std::array<uint64_t, quantities>;

// `times` operations in a row, alike.
struct OperationRun {
  uint64_t times = 0;
  Quantities own{};
  std::array<uint64_t, cause_count> foreign{};  // instructions of other causes meanwhile; [0] is 0
};

struct Path {
  uint64_t kernel = 0, user = 0;  // instructions; what the operations have in common
  uint64_t seen = 0;              // how many of them were looked at
  uint64_t different = 0;         // of these, with other instructions than the first
  std::vector<std::pair<uint32_t, uint32_t>> executed;  // instruction, times
};

// One 64-byte line of data in a section, by processor bit masks.
struct DataGranule {
  unsigned index = 0;  // of 8 bytes within the line
  uint64_t loads = 0, stores = 0, readers = 0, writers = 0;
};
struct DataLine {
  uint64_t address = 0;
  bool stack = false;
  uint64_t transfers = 0;  // writes by another processor than the last writer
  uint64_t misses = 0;     // of the cache model
  std::array<int, 4> reading{},
      writing{};  // the first functions that did: places in plan_symbols(); -1: none
  std::vector<DataGranule> granules;
};
struct InstructionAccesses {
  uint32_t instruction = 0;
  uint64_t loads = 0, stores = 0, misses = 0;
};

// How many instructions of one function the operations executed: the commonest counts first, with
// the number of operations that had each; 0 for those that executed none.
struct SymbolSpread {
  uint32_t symbol = 0;  // place in plan_symbols()
  std::vector<std::pair<uint64_t, uint64_t>> values;
};

struct Section {
  unsigned processor = 0;
  uint64_t operations = 0;
  std::vector<OperationRun> runs;
  std::vector<Path> paths;
  // By cause: instruction, times, in the whole section (with what lies between operations).
  std::array<std::vector<std::pair<uint32_t, uint64_t>>, cause_count> executed;
  // When memory is counted.
  std::vector<InstructionAccesses> accesses;
  std::vector<DataLine> lines;
  std::vector<std::pair<unsigned, uint64_t>> per_cpu;  // processor, its offset
  uint64_t looked_at = 0;                              // operations that `spreads` are of
  std::vector<SymbolSpread> spreads;
};

struct ExecutedInstruction {
  uint64_t address = 0;
  uint8_t flow = 0;   // exact::Flow of the plugin
  std::string bytes;  // raw
};

struct Counts {
  std::vector<Section> sections;  // in the order in which they ended
  std::vector<ExecutedInstruction> instructions;
};

// Errors: failed (the file is not complete: the emulator was killed or the disk is full; or the
// plugin says why).
Result<Counts> read_counts(std::string_view text);

}  // namespace lodestone::exact
