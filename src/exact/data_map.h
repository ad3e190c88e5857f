// SPDX-License-Identifier: GPL-2.0-or-later
// Which data was touched: lines and granules joined with the kernel's data symbols, per-CPU
// variables and areas.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/json.h"
#include "exact/counts.h"
#include "exact/outcome.h"

namespace lodestone::exact {

// Loads and stores of one data symbol (or area, for what has no symbol), summed over a workload's
// sections.
struct DataObject {
  std::string name;  // "jiffies_64", "per-CPU runqueues", "kernel stacks", "slab filp" ...
  uint64_t loads = 0, stores = 0, misses = 0;
  uint64_t lines64 = 0, lines128 = 0;  // distinct
};

// A line that more than one processor touched, at least one of them writing.
struct SharedLine {
  uint64_t address = 0;
  std::string name;  // with the offset of the line's first touched byte: "per-CPU 1 runqueues+0x40"
  uint64_t transfers = 0;
  bool false_sharing = false;  // no granule is touched by two processors of which one writes
  std::vector<DataGranule> granules;
  std::vector<std::string> readers, writers;  // functions
};

struct MemoryOutcome {
  std::string workload;
  std::vector<DataObject> objects;  // most accesses first
  std::vector<SharedLine> shared;   // most transfers first
};

std::vector<MemoryOutcome> memory_outcomes_of(const GuestReport& report, const Counts& counts,
                                              const Arm& arm);
std::string memory_text(const MemoryOutcome& outcome, uint64_t operations, bool all);
Json to_json(const MemoryOutcome& outcome);

}  // namespace lodestone::exact
