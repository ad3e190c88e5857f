// SPDX-License-Identifier: GPL-2.0-or-later
// Whether instructions of two kernels are the same, up to addresses.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "explain/code/code_difference.h"

namespace lodestone::explain {

class InstructionMatch {
 public:
  explicit InstructionMatch(const Correspondence& correspondence)
      : correspondence_(correspondence) {}

  struct Outcome {
    CodeLevel level = CodeLevel::identical;
    size_t first = 0;  // index of the first instruction that differs
    std::vector<OffsetChange> offsets;
  };
  Outcome compare(const std::vector<Instruction>& base, const Entity& base_function,
                  const std::vector<Instruction>& next, const Entity& next_function) const;

  // Pairs of indices that differ, -1 where one side has none, from a shortest edit script (Myers,
  // "An O(ND) difference algorithm", 1986); at most `limit`.
  std::vector<std::pair<int, int>> differences(const std::vector<Instruction>& base,
                                               const Entity& base_function,
                                               const std::vector<Instruction>& next,
                                               const Entity& next_function, size_t limit) const;

 private:
  // Everything but branches inside the function and the numbers.
  bool same_shape(const Instruction& x, const Instruction& y) const {
    return x.shape == y.shape && x.relative == y.relative && x.rip == y.rip;
  }
  // Constants and outer targets. `offset` receives a changed displacement.
  bool same_numbers(const Instruction& x, const Entity& base_function, const Instruction& y,
                    const Entity& next_function, OffsetChange* offset) const;
  // The callee takes the source line as an argument (WARN, might_sleep): the number before it is no
  // change of the code.
  bool takes_line_number(const Instruction& call) const;

  const Correspondence& correspondence_;
};

}  // namespace lodestone::explain
