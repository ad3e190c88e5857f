// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/analysis.h"

#include <algorithm>
#include <cmath>

#include "explain/focus.h"

namespace lodestone::explain {

bool Focus::changed_at(uint32_t line) const {
  for (const LineRelation& relation : relations)
    if (relation.line == line) return relation.remainder_changed() || relation.changed();
  return false;
}

namespace {

TextSizes text_sizes_of(const Analysis& a) {
  const SectionMatching& matching = a.matching.in(SectionClass::text);
  const auto& base = a.base.entities.in(SectionClass::text);
  const auto& next = a.next.entities.in(SectionClass::text);
  TextSizes sizes;
  sizes.pairs = matching.pairs.size();
  sizes.added = matching.added.size();
  sizes.removed = matching.removed.size();
  const bool exact = a.base.entities.exact_sizes && a.next.entities.exact_sizes;
  for (size_t i = 0; i < matching.pairs.size(); ++i) {
    const Pair& pair = matching.pairs[i];
    const Entity& old_one = base[pair.base];
    const Entity& new_one = next[pair.next];
    // A distance tells a size only where the same function follows on both sides.
    const bool comparable =
        exact || (i + 1 < matching.pairs.size() && matching.pairs[i + 1].next == pair.next + 1 &&
                  matching.pairs[i + 1].base == pair.base + 1);
    sizes.changed += comparable && old_one.size != new_one.size;
    sizes.moved += old_one.offset != new_one.offset;
    sizes.moved_mod64 += old_one.address % 64 != new_one.address % 64;
  }
  return sizes;
}

}  // namespace

Result<Analysis> analyse(Side base, Side next, Request request) {
  if (!base.architecture.empty() && !next.architecture.empty() &&
      base.architecture != next.architecture)
    return fail(
        ErrorCode::not_comparable, "the sides are kernels of different architectures",
        base.label + " is " + base.architecture + ", " + next.label + " is " + next.architecture,
        "give two kernels of one architecture");
  Analysis a;
  a.base = std::move(base);
  a.next = std::move(next);
  a.request = std::move(request);
  a.has_symbols = a.base.has_symbols() && a.next.has_symbols();
  a.matching = match(a.base.entities, a.next.entities);
  const bool excerpt = a.base.excerpt || a.next.excerpt;
  for (int section = 0; section < section_classes; ++section)
    a.displacements.push_back(
        displacements_of(a.base.entities, a.next.entities, a.matching.sections[section], excerpt));
  a.text_sizes = text_sizes_of(a);
  a.focus = choose_focus(a);
  return a;
}

}  // namespace lodestone::explain
