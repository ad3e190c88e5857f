// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/struct_difference.h"

#include <algorithm>
#include <unordered_map>

#include "explain/contended_members.h"

namespace lodestone::explain {
namespace {

using Members = std::unordered_map<std::string_view, const StructMember*>;

Members by_name(const StructLayout& layout) {
  Members members;
  for (const StructMember& member : layout.members) members.emplace(member.name, &member);
  return members;
}

bool share(const StructMember& a, const StructMember& b, uint64_t line) {
  const auto first = [&](const StructMember& m) { return m.bit_offset / 8 / line; };
  const auto last = [&](const StructMember& m) {
    return (m.bit_offset / 8 + std::max<uint64_t>(m.size, 1) - 1) / line;
  };
  return first(a) <= last(b) && first(b) <= last(a);
}

bool related(std::string_view a, std::string_view b) {
  return a.starts_with(b) || b.starts_with(a);
}

// Inner members stand for the whole where both are listed: a lock's count and owner are used apart.
void find_pairs(const StructLayout& base, const StructLayout& next, const Members& old_members,
                const Members& new_members, StructChange& change) {
  std::vector<std::string_view> contended;
  for (const StructMember& member : next.members)
    if (find_contended(next.name, member.name)) contended.push_back(member.name);
  for (size_t i = 0; i < contended.size(); ++i)
    for (size_t k = i + 1; k < contended.size(); ++k) {
      if (related(contended[i], contended[k])) continue;
      const auto a0 = old_members.find(contended[i]), b0 = old_members.find(contended[k]);
      const bool both_old = a0 != old_members.end() && b0 != old_members.end();
      const StructMember &a1 = *new_members.at(contended[i]), &b1 = *new_members.at(contended[k]);
      for (const uint32_t line : {64u, 128u}) {
        // A new contended member counts as one that stood apart.
        const bool before = both_old && share(*a0->second, *b0->second, line);
        const bool after = share(a1, b1, line);
        if (before == after) continue;
        MemberPair pair;
        pair.first = contended[i];
        pair.second = contended[k];
        pair.line = line;
        pair.together_now = after;
        pair.written = find_contended(base.name, contended[i])->written ||
                       find_contended(base.name, contended[k])->written;
        change.pairs.push_back(pair);
        break;
      }
    }
}

}  // namespace

StructDifference compare_structs(const TypeTable& base, const TypeTable& next) {
  StructDifference result;
  result.done = true;
  for (const StructLayout& layout : next.structs) {
    const StructLayout* old_layout = base.find(layout.name);
    if (!old_layout) {
      ++result.added;
      continue;
    }
    ++result.compared;
    const Members old_members = by_name(*old_layout), new_members = by_name(layout);
    StructChange change;
    change.name = layout.name;
    change.base_size = old_layout->size;
    change.next_size = layout.size;
    for (const StructMember& member : layout.members) {
      const auto found = old_members.find(member.name);
      if (found == old_members.end()) {
        change.added.push_back(member.name);
      } else if (found->second->bit_offset != member.bit_offset) {
        MovedMember moved{member.name, found->second->bit_offset / 8, member.bit_offset / 8, false};
        moved.other_line = moved.base_offset / 64 != moved.next_offset / 64;
        change.other_lines += moved.other_line;
        change.moved.push_back(moved);
      }
    }
    for (const StructMember& member : old_layout->members)
      if (!new_members.contains(member.name)) change.removed.push_back(member.name);
    if (change.added.empty() && change.removed.empty() && change.moved.empty() &&
        change.base_size == change.next_size)
      continue;
    if (has_contended(layout.name))
      find_pairs(*old_layout, layout, old_members, new_members, change);
    change.line_start_certain = old_layout->size % 64 == 0 && layout.size % 64 == 0;
    result.changed.push_back(std::move(change));
  }
  for (const StructLayout& layout : base.structs)
    result.removed += next.find(layout.name) == nullptr;
  return result;
}

}  // namespace lodestone::explain
