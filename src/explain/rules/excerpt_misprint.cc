// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdlib>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_excerpt_misprint {
namespace {

// Addresses typed or cut by hand: two neighbours that lie much farther apart on one side only, by
// exactly one hexadecimal digit, are more likely a slip than 64 KiB of data that nobody names.
void apply(const Analysis& a, Explanation& e) {
  for (const Displacements& displacements : a.displacements) {
    const SectionMatching& matching = a.matching.in(displacements.section);
    for (const Boundary& boundary : displacements.boundaries) {
      if (boundary.cause != Cause::misprint || boundary.before < 0) continue;
      const auto distance = [&](auto entity) {
        return entity(a, matching.section, boundary.after).address -
               entity(a, matching.section, static_cast<uint32_t>(boundary.before)).address;
      };
      const uint64_t base = distance(base_entity), next = distance(next_entity);
      add_finding(
          e.findings,
          {"F701 looks-misprinted",
           fmt::format(
               "{} and {} lie {:#x} apart in the {} excerpt, {:#x} in the other",
               next_entity(a, matching.section, static_cast<uint32_t>(boundary.before)).name,
               next_entity(a, matching.section, boundary.after).name,
               boundary.shift > 0 ? next : base, boundary.shift > 0 ? "second" : "first",
               boundary.shift > 0 ? base : next),
           "exactly one hexadecimal digit differs: it looks misprinted; alignments up to 4096 are "
           "the same either way",
           "compare with the whole System.map"});
    }
  }
}

}  // namespace

extern const Rule rule_excerpt_misprint{"excerpt-misprint",
                                        "a digit of a quoted address looks misprinted", apply};

}  // namespace lodestone::explain::rule_excerpt_misprint
