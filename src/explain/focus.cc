// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/focus.h"

#include <algorithm>
#include <unordered_map>

#include "explain/shared_symbols.h"

namespace lodestone::explain {

std::vector<uint32_t> lines_of(const Request& request) {
  std::vector<uint32_t> lines = {32, 64, 128};
  if (request.granule && std::find(lines.begin(), lines.end(), *request.granule) == lines.end())
    lines.push_back(*request.granule);
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<Focus> choose_focus(const Analysis& a, size_t limit) {
  struct Interest {
    double weight;
    std::string why;
  };
  std::unordered_map<std::string_view, Interest> wanted;
  const auto want = [&](std::string_view name, double weight, std::string why) {
    auto [at, inserted] = wanted.emplace(name, Interest{weight, why});
    if (!inserted && at->second.weight < weight) at->second = {weight, std::move(why)};
  };
  for (const SharedSymbol& symbol : shared_symbols())
    want(symbol.name, 0.6 * symbol.weight, std::string(symbol.why));
  for (const std::string& name : a.base.annotated) want(name, 1, "the document points at it");
  for (const std::string& name : a.next.annotated) want(name, 1, "the document points at it");
  for (const std::string& name : a.request.symbols)
    want(name, 1.2, "asked for, or shared in the exact map");

  std::vector<Focus> result;
  for (const SectionMatching& matching : a.matching.sections) {
    const auto& entities = a.next.entities.in(matching.section);
    for (uint32_t i = 0; i < matching.pairs.size(); ++i) {
      const Entity& entity = entities[matching.pairs[i].next];
      const auto found = wanted.find(entity.name);
      double weight = 0;
      std::string why;
      if (found != wanted.end()) {
        // Text is looked at only when it was asked for by name.
        if (matching.section == SectionClass::text && found->second.weight < 1) continue;
        weight = found->second.weight;
        why = found->second.why;
      } else if (a.base.excerpt || a.next.excerpt) {
        weight = 0.1;
        why = "quoted in the document";
      } else {
        continue;
      }
      Focus focus;
      focus.section = matching.section;
      focus.pair = i;
      focus.weight = weight;
      focus.why = std::move(why);
      result.push_back(std::move(focus));
    }
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Focus& x, const Focus& y) { return x.weight > y.weight; });
  if (result.size() > limit) result.resize(limit);
  for (Focus& focus : result) {
    const SectionMatching& matching = a.matching.in(focus.section);
    for (const uint32_t line : lines_of(a.request))
      focus.relations.push_back(
          relation_of(a.base.entities, a.next.entities, matching, focus.pair, line));
    focus.mover = root_mover(a.in(focus.section), focus.pair);
  }
  return result;
}

}  // namespace lodestone::explain
