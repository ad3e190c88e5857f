// SPDX-License-Identifier: GPL-2.0-or-later
// The code of every kernel function of which something was executed in one boot, with addresses
// masked. Which parts of a function run depends on data; whether its code is the same does not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exact/arm.h"
#include "exact/counts.h"
#include "exact/function_names.h"

namespace lodestone::exact {

class CodeMap {
 public:
  CodeMap() = default;
  CodeMap(const Counts& counts, const Arm& arm, const FunctionNames& names);

  // Some place within the function was executed on both sides, and holds another instruction.
  // False where a side executed nothing of it.
  bool differs(const CodeMap& other, const std::string& function) const;
  bool same_image(const CodeMap& other) const { return image_ == other.image_; }
  // Adds an instruction, for tests: `place` within the function, `code` with addresses masked.
  void add(const std::string& function, uint64_t place, uint64_t code);

 private:
  // place in the function, hash of the instruction; sorted. Code that patches itself has several
  // of one place.
  using Code = std::vector<std::pair<uint64_t, uint64_t>>;
  std::map<std::string, Code> functions_;
  std::string image_;  // fingerprint
};

}  // namespace lodestone::exact
