// SPDX-License-Identifier: GPL-2.0-or-later
// Structs whose layout changed: members that came, went, moved or crossed into another cache line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sys/btf.h"

namespace lodestone::explain {

struct MovedMember {
  std::string_view name;
  uint64_t base_offset = 0, next_offset = 0;  // bytes
  bool other_line = false;  // another 64-byte line, counted from the struct's start
};

// Two contended members that met in a line, or parted.
struct MemberPair {
  std::string_view first, second;
  uint32_t line = 64;
  bool together_now = false;  // false: they were together and no longer are
  bool written = false;       // at least one of them is written by several CPUs
};

struct StructChange {
  std::string_view name;
  uint64_t base_size = 0, next_size = 0;
  std::vector<std::string_view> added, removed;
  std::vector<MovedMember> moved;
  std::vector<MemberPair> pairs;  // of contended members only (explain/contended_members.h)
  size_t other_lines = 0;         // moved members in another line
  // Objects of a size that is no multiple of 64 start anywhere in a line unless their slab cache is
  // aligned: then the pairs hold only for some of them.
  bool line_start_certain = false;
  double weight = 0;                      // how much of the hot code uses its moved members, 0 to 1
  std::vector<std::string_view> used_by;  // functions whose constants follow its members
};

struct StructDifference {
  bool done = false;
  std::string why_not;
  size_t compared = 0, added = 0, removed = 0;
  std::vector<StructChange> changed;  // heaviest first, once weighed
};

// Views into the tables, which must outlive the result.
StructDifference compare_structs(const TypeTable& base, const TypeTable& next);

}  // namespace lodestone::explain
