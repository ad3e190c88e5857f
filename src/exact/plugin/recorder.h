// SPDX-License-Identifier: GPL-2.0-or-later
// The counts of one processor: for each operation, for each instruction, by cause.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include "exact/plugin/instructions.h"
#include "exact/plugin/plan.h"
#include "exact/plugin/stretches.h"

namespace lodestone::exact {

// The counters that translated code adds to: first these totals, then one a stretch.
enum Total : uint32_t {
  kernel_instructions,
  user_instructions,
  kernel_branches,
  user_branches,
  kernel_calls,
  user_calls,
  kernel_loads,  // from here on only when memory is counted, by callbacks
  user_loads,
  kernel_stores,
  user_stores,
  kernel_lines,  // distinct 64-byte lines in the operation
  user_lines,
  kernel_pairs,  // distinct 128-byte lines
  user_pairs,
  kernel_misses,  // of the cache model
  user_misses,
  totals,
  first_slot = totals,
};

// One operation: the workload's own counts, and the instructions of each other cause within it.
struct Operation {
  std::array<uint64_t, totals> own{};
  std::array<uint64_t, causes> foreign{};  // [own] is unused
  bool operator==(const Operation&) const = default;
};

class Recorder {
 public:
  Recorder(const Instructions& instructions, const Stretches& stretches, uint64_t* counters)
      : instructions_(instructions), stretches_(stretches), counters_(counters) {}

  // Everything counted since the last change belongs to `before`. Called with the first instruction
  // of the new cause not yet counted.
  void cause_changes(Cause before);
  void section_begins();
  void section_ends(std::FILE* out, unsigned processor, Cause cause);
  void operation_begins(Cause cause);
  void operation_ends(Cause cause);
  bool in_section() const { return in_section_; }
  bool in_operation() const { return in_operation_; }
  // Numbers the operations of this processor, from 1.
  uint64_t operation_number() const { return number_; }
  void place_counters(uint64_t* counters) { counters_ = counters; }
  void add(uint32_t total, uint64_t amount) { counters_[total] += amount; }

 private:
  struct Path {  // the instructions of one operation, for operations of one size
    std::vector<std::pair<uint32_t, uint32_t>> counts;  // slot, executions
    uint64_t seen = 1;
    uint64_t different = 0;  // operations of the same size that executed something else
  };

  // How often a symbol's instructions were executed in one operation, over those looked at: value,
  // operations. Operations without any are not in it.
  using Spread = std::map<uint64_t, uint64_t>;

  void settle(Cause cause);
  void scan(Cause cause);
  void keep_path(const Operation& operation);
  std::vector<std::pair<uint32_t, uint32_t>> take_path();
  void spread_symbols(const std::vector<std::pair<uint32_t, uint32_t>>& counts);
  void write_paths(std::FILE* out) const;

  const Instructions& instructions_;
  const Stretches& stretches_;
  uint64_t* counters_;
  std::array<uint64_t, totals> settled_{};  // totals at the last settle()
  Operation operation_;
  std::vector<uint64_t> scanned_;                       // counters at the last scan
  std::array<std::vector<uint64_t>, causes> by_cause_;  // executions of each stretch
  std::vector<uint64_t> path_;                          // ... in the operation that is sampled
  std::vector<uint32_t> touched_;                       // the stretches of path_ that are not zero
  std::map<std::array<uint64_t, 2>, Path> paths_;
  std::map<uint32_t, Spread> spreads_;      // by the kernel's symbols
  std::map<uint32_t, uint64_t> of_symbol_;  // in the operation that is looked at
  uint64_t looked_at_ = 0;
  std::vector<std::pair<uint64_t, Operation>> operations_;  // run-length coded
  uint64_t count_ = 0;
  uint64_t credit_ = 0;
  uint64_t number_ = 0;
  unsigned section_ = 0;
  bool in_section_ = false;
  bool in_operation_ = false;
  bool sampled_ = false;
};

}  // namespace lodestone::exact
