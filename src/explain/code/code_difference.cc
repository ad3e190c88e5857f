// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/code_difference.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "explain/code/instruction_match.h"

namespace lodestone::explain {

std::string_view name_of(CodeLevel level) {
  switch (level) {
    case CodeLevel::identical:
      return "identical";
    case CodeLevel::constants:
      return "constants";
    case CodeLevel::operands:
      return "operands";
    case CodeLevel::mnemonics:
      return "mnemonics";
    case CodeLevel::size:
      break;
  }
  return "size";
}

const FunctionChange* CodeDifference::find(std::string_view name) const {
  for (const FunctionChange& change : changed)
    if (change.name == name) return &change;
  return nullptr;
}

namespace {

std::string_view code_of(const CodeSide& side, uint32_t index) {
  const std::vector<Entity>& all = side.entities.in(SectionClass::text);
  const Entity& entity = all[index];
  // Hand-written code and a hostile table can claim any size; no function of Linux is this long,
  // and what lies behind the next symbol is that one's.
  uint64_t size = std::min<uint64_t>(entity.size, 1 << 20);
  if (index + 1 < all.size()) size = std::min(size, all[index + 1].address - entity.address);
  return side.book.bytes_at(entity.address).substr(0, size);
}

// The code of a pair. Where one side's sizes are distances, they may hold code that only the other
// side has a name for: what lies behind the shorter one is left out.
std::pair<std::string_view, std::string_view> codes_of(const CodeSide& base, const CodeSide& next,
                                                       const Pair& pair) {
  std::string_view x = code_of(base, pair.base), y = code_of(next, pair.next);
  if (base.entities.exact_sizes != next.entities.exact_sizes) {
    x = x.substr(0, y.size());
    y = y.substr(0, x.size());
  }
  return {x, y};
}

// Hash of a function's shapes, for renames. 0 for functions too short to tell apart.
uint64_t fingerprint(const CodeSide& side, uint32_t index) {
  const Entity& entity = side.entities.in(SectionClass::text)[index];
  const std::vector<Instruction> code =
      decode_function(code_of(side, index), entity.address, side.sites, side.architecture);
  if (code.size() < 12) return 0;
  uint64_t hash = 0xcbf29ce484222325;
  for (const Instruction& instruction : code) hash = (hash ^ instruction.shape) * 0x100000001b3;
  return hash;
}

void find_renames(const CodeSide& base, const CodeSide& next, const SectionMatching& matching,
                  CodeDifference& result) {
  const auto& old_side = base.entities.in(SectionClass::text);
  const auto& new_side = next.entities.in(SectionClass::text);
  std::unordered_map<uint64_t, std::pair<int, int>> counts;
  std::unordered_map<uint64_t, uint32_t> where;
  std::vector<uint64_t> of_added;
  for (const uint32_t i : matching.removed) {
    const uint64_t hash = fingerprint(base, i);
    ++counts[hash].first;
    where[hash] = i;
  }
  for (const uint32_t i : matching.added) {
    of_added.push_back(fingerprint(next, i));
    ++counts[of_added.back()].second;
  }
  std::vector<bool> gone(old_side.size(), false);
  for (size_t k = 0; k < matching.added.size(); ++k) {
    const auto [before, after] = counts[of_added[k]];
    if (of_added[k] != 0 && before == 1 && after == 1) {
      gone[where[of_added[k]]] = true;
      result.renamed.push_back(
          {old_side[where[of_added[k]]].name, new_side[matching.added[k]].name});
    } else {
      result.added.push_back(new_side[matching.added[k]].name);
    }
  }
  for (const uint32_t i : matching.removed)
    if (!gone[i]) result.removed.push_back(old_side[i].name);
}

}  // namespace

PercpuShift learn_percpu_shift(const CodeSide& base, const CodeSide& next,
                               const Matching& matching) {
  PercpuShift shift;
  for (const Pair& pair : matching.in(SectionClass::text).pairs) {
    const auto [x_bytes, y_bytes] = codes_of(base, next, pair);
    // Through %gs, by a 32-bit number (prefix 65): most functions have none.
    if (x_bytes.size() != y_bytes.size() || x_bytes.find('\x65') == std::string_view::npos)
      continue;
    const std::vector<Instruction> x =
        decode_function(x_bytes, base.entities.in(SectionClass::text)[pair.base].address,
                        base.sites, base.architecture);
    const std::vector<Instruction> y =
        decode_function(y_bytes, next.entities.in(SectionClass::text)[pair.next].address,
                        next.sites, next.architecture);
    if (x.size() != y.size()) continue;
    bool alike = true;
    for (size_t i = 0; i < x.size() && alike; ++i) alike = x[i].shape == y[i].shape;
    if (!alike) continue;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!x[i].gs || !x[i].memory) continue;
      if (x[i].rip)
        shift.learn(x[i].target, y[i].target);
      else
        shift.learn(static_cast<uint64_t>(x[i].displacement),
                    static_cast<uint64_t>(y[i].displacement));
    }
  }
  shift.settle();
  return shift;
}

CodeDifference compare_code(const CodeSide& base, const CodeSide& next, const Matching& matching,
                            const Correspondence& correspondence) {
  CodeDifference result;
  const SectionMatching& text = matching.in(SectionClass::text);
  const auto& old_side = base.entities.in(SectionClass::text);
  const auto& new_side = next.entities.in(SectionClass::text);
  const InstructionMatch match(correspondence);
  for (uint32_t i = 0; i < text.pairs.size(); ++i) {
    const Entity& x = old_side[text.pairs[i].base];
    const Entity& y = new_side[text.pairs[i].next];
    const auto [x_bytes, y_bytes] = codes_of(base, next, text.pairs[i]);
    if (x_bytes.empty() || y_bytes.empty()) continue;
    const std::vector<Instruction> x_code =
        decode_function(x_bytes, x.address, base.sites, base.architecture);
    const std::vector<Instruction> y_code =
        decode_function(y_bytes, y.address, next.sites, next.architecture);
    ++result.compared;
    const InstructionMatch::Outcome outcome = match.compare(x_code, x, y_code, y);
    ++result.by_level[static_cast<size_t>(outcome.level)];
    if (outcome.level == CodeLevel::identical) {
      ++result.identical;
      result.moved_mod64 += x.address % 64 != y.address % 64;
      continue;
    }
    FunctionChange change;
    change.name = y.name;
    change.pair = i;
    change.level = outcome.level;
    change.base = tally_of(x_bytes, x_code, base.architecture);
    change.next = tally_of(y_bytes, y_code, next.architecture);
    change.base_address = x.address;
    change.next_address = y.address;
    change.offsets = outcome.offsets;
    change.first = outcome.first;
    result.changed.push_back(std::move(change));
  }
  find_renames(base, next, text, result);
  result.data_masked = correspondence.masks_data();
  result.percpu_masked = correspondence.masks_percpu();
  result.percpu_moves = correspondence.percpu_shift.distances();
  result.done = result.compared > 0;
  if (!result.done) result.why_not = "no function has its bytes in both images";
  return result;
}

namespace {

std::string text_of(const CodeSide& side, const Entity& function, const Instruction& at) {
  const std::string_view bytes =
      side.book.bytes_at(function.address + at.offset).substr(0, at.length);
  std::string text = disassemble(bytes, function.address + at.offset, side.architecture);
  if (at.static_key) return text + "  # static key";
  if (at.relative) {
    const uint64_t inner = at.target - function.address;
    if (inner >= function.size) text += "  # " + side.book.name_at(at.target);
  } else if (at.rip) {
    text += "  # " + side.book.name_at(at.target);
  } else if (at.gs && at.memory) {
    text += "  # " + side.book.name_at(static_cast<uint64_t>(at.displacement));
  } else if (at.memory && side.book.in_image(static_cast<uint64_t>(at.displacement))) {
    text += "  # " + side.book.name_at(static_cast<uint64_t>(at.displacement));
  } else if (at.immediate && side.book.in_image(at.constant)) {
    text += "  # " + side.book.name_at(at.constant);
  }
  return text;
}

}  // namespace

std::vector<InstructionPair> side_by_side(const CodeSide& base, const CodeSide& next,
                                          const Matching& matching,
                                          const Correspondence& correspondence,
                                          const FunctionChange& change, size_t limit) {
  const Pair& pair = matching.in(SectionClass::text).pairs[change.pair];
  const Entity& x = base.entities.in(SectionClass::text)[pair.base];
  const Entity& y = next.entities.in(SectionClass::text)[pair.next];
  const auto [x_bytes, y_bytes] = codes_of(base, next, pair);
  const std::vector<Instruction> x_code =
      decode_function(x_bytes, x.address, base.sites, base.architecture);
  const std::vector<Instruction> y_code =
      decode_function(y_bytes, y.address, next.sites, next.architecture);
  const InstructionMatch match(correspondence);
  std::vector<InstructionPair> result;
  for (const auto& [i, k] : match.differences(x_code, x, y_code, y, limit)) {
    InstructionPair shown;
    if (i >= 0) shown.base = text_of(base, x, x_code[static_cast<size_t>(i)]);
    if (k >= 0) shown.next = text_of(next, y, y_code[static_cast<size_t>(k)]);
    result.push_back(std::move(shown));
  }
  return result;
}

}  // namespace lodestone::explain
