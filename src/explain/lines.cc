// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/lines.h"

#include <algorithm>
#include <unordered_map>

namespace lodestone::explain {

Situation situation_of(const Entities& side, SectionClass section, uint32_t index, uint32_t line) {
  const std::vector<Entity>& entities = side.in(section);
  const Entity& self = entities[index];
  Situation result;
  result.place = self.place();
  result.size = self.size;
  result.remainder = result.place % line;
  if (index > 0) result.before = entities[index - 1].name;
  if (index + 1 < entities.size()) result.after = entities[index + 1].name;
  const uint64_t size = std::max<uint64_t>(self.size, 1);
  result.straddles =
      side.exact_sizes && size <= line && result.place / line != (result.place + size - 1) / line;
  const uint64_t first_block = result.place / line;
  const uint64_t last_block = (result.place + size - 1) / line;
  // Backwards: entities whose start, or whose end, lies in the first block.
  constexpr uint32_t reach = 64;
  std::vector<Neighbour> in_front;
  for (uint32_t k = index; k-- > 0 && index - k <= reach;) {
    const Entity& other = entities[k];
    const uint64_t start_block = other.place() / line;
    const uint64_t end_block = (other.place() + std::max<uint64_t>(other.size, 1) - 1) / line;
    if (start_block == first_block)
      in_front.push_back({other.name, other.place(), true});
    else if (end_block >= first_block && other.size > 0)
      in_front.push_back({other.name, other.place(), side.exact_sizes});
    else
      break;
  }
  result.sharing.assign(in_front.rbegin(), in_front.rend());
  for (uint32_t k = index + 1; k < entities.size() && k - index <= reach; ++k) {
    const uint64_t block = entities[k].place() / line;
    if (block > last_block) break;
    result.sharing.push_back(
        {entities[k].name, entities[k].place(), side.exact_sizes || block == first_block});
  }
  return result;
}

LineRelation relation_of(const Entities& base, const Entities& next,
                         const SectionMatching& matching, uint32_t pair, uint32_t line) {
  LineRelation result;
  const Pair& at = matching.pairs[pair];
  result.line = line;
  result.section = matching.section;
  result.pair = pair;
  result.name = next.in(matching.section)[at.next].name;
  result.displacement = static_cast<int64_t>(next.in(matching.section)[at.next].offset -
                                             base.in(matching.section)[at.base].offset);
  result.base = situation_of(base, matching.section, at.base, line);
  result.next = situation_of(next, matching.section, at.next, line);
  // Compilers number statics anew (__key.3 is __key.4): such a one is known by its distance.
  const auto holds = [](const Situation& where, const Neighbour& wanted, uint64_t from) {
    return std::any_of(where.sharing.begin(), where.sharing.end(), [&](const Neighbour& n) {
      return n.name == wanted.name || (n.place - where.place == wanted.place - from &&
                                       family_of(n.name) == family_of(wanted.name));
    });
  };
  for (const Neighbour& n : result.next.sharing)
    if (n.certain && !holds(result.base, n, result.next.place))
      result.newly_shares.push_back(n.name);
  for (const Neighbour& n : result.base.sharing)
    if (n.certain && !holds(result.next, n, result.base.place))
      result.stopped_sharing.push_back(n.name);
  return result;
}

LineCounts count_lines(const Entities& base, const Entities& next, const SectionMatching& matching,
                       uint32_t line) {
  LineCounts counts;
  counts.line = line;
  counts.pairs = matching.pairs.size();
  const std::vector<Entity>& old_side = base.in(matching.section);
  const std::vector<Entity>& new_side = next.in(matching.section);
  for (const Pair& pair : matching.pairs)
    counts.remainder_changed +=
        (old_side[pair.base].place() ^ new_side[pair.next].place()) % line != 0;
  return counts;
}

}  // namespace lodestone::explain
