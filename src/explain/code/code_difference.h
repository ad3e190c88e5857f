// SPDX-License-Identifier: GPL-2.0-or-later
// Functions whose instructions changed. Addresses, per-CPU offsets, static keys and padding do not
// count; what an instruction points at does.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explain/code/address_book.h"
#include "explain/code/instruction.h"

namespace lodestone::explain {

enum class CodeLevel : uint8_t {
  identical,
  constants,  // the same instructions and registers, other numbers (struct offsets, limits)
  operands,   // the same mnemonics, other registers or targets
  mnemonics,  // as many instructions, others
  size,       // another number of instructions
};
std::string_view name_of(CodeLevel level);

struct InstructionPair {  // one of the two may be empty
  std::string base, next;
};

// A constant of a memory operand that changed: the offset of a struct member, as a rule.
struct OffsetChange {
  int64_t base = 0, next = 0;
};

struct FunctionChange {
  std::string_view name;
  uint32_t pair = 0;  // index into the text section's pairs
  CodeLevel level = CodeLevel::identical;
  Tally base, next;
  uint64_t base_address = 0, next_address = 0;
  std::vector<OffsetChange> offsets;   // of the level `constants`
  size_t first = 0;                    // instruction index of the first difference
  std::vector<InstructionPair> shown;  // filled for the functions that a report may show

  int instructions() const { return next.instructions - base.instructions; }
};

struct CodeDifference {
  bool done = false;
  std::string why_not;                              // where code could not be compared
  bool data_masked = false, percpu_masked = false;  // no symbols: what moved there is not judged
  std::map<int64_t, size_t> percpu_moves;  // where masked: learned from the code, by distance
  size_t compared = 0, identical = 0;
  size_t by_level[5] = {};
  size_t moved_mod64 = 0;                        // identical ones whose start mod 64 changed
  std::vector<FunctionChange> changed;           // in the new kernel's address order
  std::vector<std::string_view> added, removed;  // without a partner, after renames
  struct Rename {
    std::string_view base, next;
  };
  std::vector<Rename> renamed;  // the same code under another name

  const FunctionChange* find(std::string_view name) const;
};

// One side's code. All must outlive the comparison.
struct CodeSide {
  const Entities& entities;
  const AddressBook& book;
  PatchSites sites;
  Architecture architecture = Architecture::x86_64;
};

// From functions that have as many instructions of the same shapes on both sides.
PercpuShift learn_percpu_shift(const CodeSide& base, const CodeSide& next,
                               const Matching& matching);

CodeDifference compare_code(const CodeSide& base, const CodeSide& next, const Matching& matching,
                            const Correspondence& correspondence);

// The instructions that came, went or changed, in order, with the names of what they point at; at
// most `limit`, and only those around the first difference where the functions differ much.
std::vector<InstructionPair> side_by_side(const CodeSide& base, const CodeSide& next,
                                          const Matching& matching,
                                          const Correspondence& correspondence,
                                          const FunctionChange& change, size_t limit);

}  // namespace lodestone::explain
