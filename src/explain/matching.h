// SPDX-License-Identifier: GPL-2.0-or-later
// Which entity of the base is which of the new kernel. Names alone do not tell: 296 names of a
// small kernel stand for 1598 symbols (statics such as __key, _rs and descriptor), and compilers
// number and split functions anew (.isra.0, .constprop.3, .part.1, .cold).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "explain/entity.h"

namespace lodestone::explain {

enum class MatchedBy : uint8_t { name, alias, neighbours, family };

struct Pair {
  uint32_t base = 0;  // index into Entities::in(section)
  uint32_t next = 0;
  MatchedBy by = MatchedBy::name;
};

struct SectionMatching {
  SectionClass section = SectionClass::other;
  std::vector<Pair> pairs;        // ascending by the new address
  std::vector<uint32_t> removed;  // only in base, ascending
  std::vector<uint32_t> added;    // only in new, ascending
};

struct Matching {
  std::vector<SectionMatching> sections;  // one for each section class, in its order
  size_t matched = 0, removed = 0, added = 0;

  const SectionMatching& in(SectionClass section) const {
    return sections[static_cast<size_t>(section)];
  }
  // The share of the smaller side's entities that have a partner, 0 to 1.
  double share = 0;
};

// In this order: a name that is unique on both sides; another name of the same address; the same
// name between the same uniquely named neighbours, in order; what is left of a compiler's family of
// names where one is left on each side.
Matching match(const Entities& base, const Entities& next);

// The name without what a compiler or LTO appended: "foo.isra.0.cold" is "foo", "__key.17" "__key".
std::string_view family_of(std::string_view name);

}  // namespace lodestone::explain
