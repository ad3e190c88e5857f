// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/instruction_match.h"

#include <algorithm>

namespace lodestone::explain {
namespace {

bool inside(uint64_t target, const Entity& function) {
  return target - function.address < std::max<uint64_t>(function.size, 1);
}

// The index of the first instruction at or behind a target inside the function.
size_t ordinal(const std::vector<Instruction>& code, uint64_t offset) {
  return static_cast<size_t>(
      std::lower_bound(code.begin(), code.end(), offset,
                       [](const Instruction& i, uint64_t value) { return i.offset < value; }) -
      code.begin());
}

}  // namespace

bool InstructionMatch::same_numbers(const Instruction& x, const Entity& base_function,
                                    const Instruction& y, const Entity& next_function,
                                    OffsetChange* offset) const {
  if (x.static_key || y.static_key) return x.static_key == y.static_key;
  if (x.relative) {
    const bool x_inside = inside(x.target, base_function);
    // Where one side's sizes are distances, they may hold places that the other has names for.
    if (x_inside != inside(y.target, next_function))
      return correspondence_.same(x.target, y.target);
    return x_inside || correspondence_.same(x.target, y.target);
  }
  if (x.rip && !correspondence_.same(x.target, y.target)) return false;
  if (x.memory && !x.rip) {
    const auto a = static_cast<uint64_t>(x.displacement), b = static_cast<uint64_t>(y.displacement);
    const bool address =
        x.gs || correspondence_.base.in_image(a) || correspondence_.next.in_image(b);
    if (address ? !correspondence_.same(a, b) && a != b
                : a != b && !correspondence_.same_percpu(a, b)) {
      if (offset) *offset = {x.displacement, y.displacement};
      return false;
    }
    // Equal numbers through %gs are the same variable only if it did not move.
    if (x.gs && a == b && correspondence_.base.in_percpu(a) && !correspondence_.same(a, b))
      return false;
  }
  if (x.immediate && x.constant != y.constant) {
    if (correspondence_.same_percpu(x.constant, y.constant)) return true;
    const bool address = correspondence_.base.in_image(x.constant) ||
                         (x.constant >= 0x100000 && x.constant < 0x80000000);
    return address && correspondence_.same(x.constant, y.constant);
  }
  if (x.immediate && correspondence_.base.in_image(x.constant))
    return correspondence_.same(x.constant, y.constant);
  return true;
}

bool InstructionMatch::takes_line_number(const Instruction& call) const {
  if (!call.call || !call.relative) return false;
  const std::optional<Place> place = correspondence_.base.at(call.target);
  if (!place || place->inner != 0) return false;
  const std::string_view name = correspondence_.base.entity(*place).name;
  return name == "__might_sleep" || name == "__might_resched" || name == "warn_slowpath_fmt" ||
         name == "__warn_printk" || name == "lockdep_rcu_suspicious" || name == "__might_fault";
}

InstructionMatch::Outcome InstructionMatch::compare(const std::vector<Instruction>& base,
                                                    const Entity& base_function,
                                                    const std::vector<Instruction>& next,
                                                    const Entity& next_function) const {
  Outcome outcome;
  const size_t common = std::min(base.size(), next.size());
  bool found = false;
  const auto note = [&](size_t i) {
    if (!found) outcome.first = i;
    found = true;
  };
  std::vector<size_t> pending;  // constants that may be line numbers
  const auto settle = [&] {
    for (const size_t i : pending) {
      note(i);
      outcome.level = std::max(outcome.level, CodeLevel::constants);
    }
    pending.clear();
  };
  for (size_t i = 0; i < common; ++i) {
    const Instruction& x = base[i];
    const Instruction& y = next[i];
    if (!same_shape(x, y)) {
      settle();
      note(i);
      outcome.level = std::max(
          outcome.level, x.mnemonic == y.mnemonic ? CodeLevel::operands : CodeLevel::mnemonics);
      if (base.size() != next.size()) break;
      continue;
    }
    OffsetChange offset;
    if (!same_numbers(x, base_function, y, next_function, &offset)) {
      if (offset.base != offset.next) outcome.offsets.push_back(offset);
      const bool number = !x.relative && !x.rip;
      if (number && x.immediate && !x.memory) {
        pending.push_back(i);
      } else {
        note(i);
        outcome.level =
            std::max(outcome.level, number ? CodeLevel::constants : CodeLevel::operands);
      }
    } else if (x.relative && inside(x.target, base_function) && base.size() == next.size() &&
               ordinal(base, x.target - base_function.address) !=
                   ordinal(next, y.target - next_function.address)) {
      note(i);
      outcome.level = std::max(outcome.level, CodeLevel::operands);
    }
    if (x.call) {
      if (takes_line_number(x)) pending.clear();
      settle();
    }
  }
  settle();
  if (base.size() != next.size()) {
    note(common);
    outcome.level = CodeLevel::size;
  }
  return outcome;
}

std::vector<std::pair<int, int>> InstructionMatch::differences(const std::vector<Instruction>& base,
                                                               const Entity& base_function,
                                                               const std::vector<Instruction>& next,
                                                               const Entity& next_function,
                                                               size_t limit) const {
  const int n = static_cast<int>(base.size()), m = static_cast<int>(next.size());
  const auto equal = [&](int i, int k) {
    const Instruction& x = base[static_cast<size_t>(i)];
    const Instruction& y = next[static_cast<size_t>(k)];
    return same_shape(x, y) && same_numbers(x, base_function, y, next_function, nullptr);
  };
  constexpr int most_edits = 256;
  std::vector<std::vector<int>> history;
  std::vector<int> furthest(2 * most_edits + 3, 0);
  const int origin = most_edits + 1;
  int edits = -1;
  for (int d = 0; d <= most_edits && edits < 0; ++d) {
    history.push_back(furthest);
    for (int k = -d; k <= d; k += 2) {
      int i = k == -d || (k != d && furthest[origin + k - 1] < furthest[origin + k + 1])
                  ? furthest[origin + k + 1]
                  : furthest[origin + k - 1] + 1;
      while (i < n && i - k < m && i >= 0 && i - k >= 0 && equal(i, i - k)) ++i;
      furthest[origin + k] = i;
      if (i >= n && i - k >= m) {
        edits = d;
        break;
      }
    }
  }
  struct Edit {
    int i, k;  // where it stands
    bool insertion;
  };
  std::vector<std::pair<int, int>> joined;
  if (edits < 0) {
    // Too different to align: show where they part.
    for (int i = 0; i < std::min(n, m) && joined.size() < limit; ++i)
      if (!equal(i, i)) joined.emplace_back(i, i);
    return joined;
  }
  std::vector<Edit> script;
  int i = n, k = m;
  for (int d = edits; d > 0; --d) {
    const std::vector<int>& before = history[static_cast<size_t>(d)];
    const int diagonal = i - k;
    const bool down = diagonal == -d || (diagonal != d && before[origin + diagonal - 1] <
                                                              before[origin + diagonal + 1]);
    const int from = down ? diagonal + 1 : diagonal - 1;
    i = before[origin + from];
    k = i - from;
    script.push_back({i, k, down});
  }
  std::reverse(script.begin(), script.end());
  // An insertion right behind a removal is one changed instruction.
  for (size_t e = 0; e < script.size() && joined.size() < limit; ++e) {
    const Edit& edit = script[e];
    if (e + 1 < script.size() && edit.insertion != script[e + 1].insertion &&
        script[e + 1].i == edit.i + !edit.insertion && script[e + 1].k == edit.k + edit.insertion) {
      joined.emplace_back(edit.i, edit.k);
      ++e;
    } else {
      joined.emplace_back(edit.insertion ? -1 : edit.i, edit.insertion ? edit.k : -1);
    }
  }
  return joined;
}

}  // namespace lodestone::explain
