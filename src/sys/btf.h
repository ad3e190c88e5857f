// SPDX-License-Identifier: GPL-2.0-or-later
// The type information that kernels since 5.2 carry in their section .BTF, also when stripped
// (Documentation/bpf/btf.rst): structs with the offsets of their members, and per-CPU variables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace lodestone {

struct StructMember {
  std::string name;         // dotted for members of named inner structs: "mmap_lock.owner"
  std::string type;         // "int", "struct list_head", "void *"; empty if unknown
  uint64_t bit_offset = 0;  // from the start of the struct
  uint64_t size = 0;        // bytes; of a bitfield: 0
};

struct StructLayout {
  std::string name;
  uint64_t size = 0;  // bytes
  bool is_union = false;
  // In order of declaration; members of anonymous inner structs and unions as if they were its own,
  // those of named inner structs behind the member itself, two levels deep.
  std::vector<StructMember> members;
};

struct TypedVariable {
  std::string name;
  std::string section;  // ".data..percpu"
  uint64_t offset = 0;  // in the section
  uint64_t size = 0;
};

struct TypeTable {
  std::vector<StructLayout> structs;  // named ones, ascending by name; ambiguous names left out
  std::vector<TypedVariable> variables;
  size_t types = 0;
  size_t ambiguous = 0;  // names that several different structs have

  const StructLayout* find(std::string_view name) const;
};

// Errors: unreadable (no BTF, another byte order, lengths beyond the end, too deep).
Result<TypeTable> read_btf(std::string_view bytes);

}  // namespace lodestone
