// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/matching.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "base/name_table.h"

namespace lodestone::explain {
namespace {

constexpr uint32_t none = 0xffffffff;

struct Occurrence {
  uint32_t base = none, next = none;
  uint32_t base_count = 0, next_count = 0;
};

class SectionMatcher {
 public:
  SectionMatcher(const Entities& base, const Entities& next, SectionClass section)
      : base_all_(base),
        next_all_(next),
        base_(base.in(section)),
        next_(next.in(section)),
        partner_of_base_(base_.size(), none),
        partner_of_next_(next_.size(), none),
        by_(next_.size(), MatchedBy::name) {
    result_.section = section;
  }

  SectionMatching run() {
    by_unique_name();
    by_alias();
    by_neighbours();
    by_family();
    for (uint32_t i = 0; i < base_.size(); ++i)
      if (partner_of_base_[i] == none) result_.removed.push_back(i);
    for (uint32_t i = 0; i < next_.size(); ++i) {
      if (partner_of_next_[i] == none)
        result_.added.push_back(i);
      else
        result_.pairs.push_back({partner_of_next_[i], i, by_[i]});
    }
    return std::move(result_);
  }

 private:
  void pair(uint32_t base, uint32_t next, MatchedBy by) {
    partner_of_base_[base] = next;
    partner_of_next_[next] = base;
    by_[next] = by;
  }

  void by_unique_name() {
    NameTable names;
    names.reserve(base_.size());
    std::vector<Occurrence> occurrences(base_.size());  // at the first entity of a name
    const auto name_of = [this](uint32_t i) { return base_[i].name; };
    for (uint32_t i = 0; i < base_.size(); ++i)
      ++occurrences[names.enter(base_[i].name, i, name_of)].base_count;
    for (uint32_t i = 0; i < next_.size(); ++i) {
      const uint32_t first = names.find(next_[i].name, name_of);
      if (first == NameTable::none) continue;
      occurrences[first].next = i;
      ++occurrences[first].next_count;
    }
    for (uint32_t i = 0; i < base_.size(); ++i)
      if (occurrences[i].base_count == 1 && occurrences[i].next_count == 1)
        pair(i, occurrences[i].next, MatchedBy::name);
  }

  void by_alias() {
    std::unordered_map<std::string_view, uint32_t> names;
    for (uint32_t i = 0; i < base_.size(); ++i) {
      if (partner_of_base_[i] != none) continue;
      for (uint32_t k = base_[i].first_symbol; k < base_[i].last_symbol; ++k) {
        auto [at, inserted] = names.emplace(base_all_.symbols[k].name, i);
        if (!inserted) at->second = none;
      }
    }
    if (names.empty()) return;
    std::unordered_map<std::string_view, int> offered;
    const auto each_name = [&](auto use) {
      for (uint32_t i = 0; i < next_.size(); ++i)
        if (partner_of_next_[i] == none)
          for (uint32_t k = next_[i].first_symbol; k < next_[i].last_symbol; ++k)
            use(i, std::string_view(next_all_.symbols[k].name));
    };
    each_name([&](uint32_t, std::string_view name) { ++offered[name]; });
    // A name that several share is left to their order among each other, below.
    each_name([&](uint32_t i, std::string_view name) {
      const auto found = names.find(name);
      if (found == names.end() || found->second == none || offered[name] != 1) return;
      if (partner_of_base_[found->second] != none || partner_of_next_[i] != none) return;
      pair(found->second, i, MatchedBy::alias);
    });
  }

  // The gap of an entity: the base index of the nearest matched entity before it.
  template <typename Use>
  void in_gaps(const std::vector<Entity>& entities, const std::vector<uint32_t>& partner,
               bool is_base, Use use) {
    uint32_t anchor = none;
    for (uint32_t i = 0; i < entities.size(); ++i) {
      if (partner[i] != none)
        anchor = is_base ? i : partner[i];
      else
        use(anchor, i);
    }
  }

  void by_neighbours() {
    using Key = std::pair<uint32_t, std::string_view>;
    struct Hash {
      size_t operator()(const Key& key) const {
        return std::hash<std::string_view>()(key.second) * 31 + key.first;
      }
    };
    for (int round = 0; round < 2; ++round) {
      std::unordered_map<Key, std::vector<uint32_t>, Hash> waiting;
      in_gaps(base_, partner_of_base_, true, [&](uint32_t anchor, uint32_t i) {
        // Second round: whatever is left of a name, in order, if both sides have as many.
        waiting[{round == 0 ? anchor : 0, base_[i].name}].push_back(i);
      });
      std::unordered_map<Key, std::vector<uint32_t>, Hash> offered;
      in_gaps(next_, partner_of_next_, false, [&](uint32_t anchor, uint32_t i) {
        offered[{round == 0 ? anchor : 0, next_[i].name}].push_back(i);
      });
      for (const auto& [key, indices] : offered) {
        const auto found = waiting.find(key);
        if (found == waiting.end() || found->second.size() != indices.size()) continue;
        for (size_t k = 0; k < indices.size(); ++k)
          pair(found->second[k], indices[k], MatchedBy::neighbours);
      }
    }
  }

  void by_family() {
    std::map<std::string_view, Occurrence> families;
    for (uint32_t i = 0; i < base_.size(); ++i)
      if (partner_of_base_[i] == none) {
        Occurrence& occurrence = families[kind_and_family(base_[i].name)];
        occurrence.base = i;
        ++occurrence.base_count;
      }
    for (uint32_t i = 0; i < next_.size(); ++i)
      if (partner_of_next_[i] == none) {
        const auto found = families.find(kind_and_family(next_[i].name));
        if (found == families.end()) continue;
        found->second.next = i;
        ++found->second.next_count;
      }
    for (const auto& [family, occurrence] : families)
      if (occurrence.base_count == 1 && occurrence.next_count == 1 &&
          is_cold(base_[occurrence.base].name) == is_cold(next_[occurrence.next].name))
        pair(occurrence.base, occurrence.next, MatchedBy::family);
  }

  static bool is_cold(std::string_view name) { return name.ends_with(".cold"); }
  static std::string_view kind_and_family(std::string_view name) {
    // A .cold part is another piece of code than the function that it was split from.
    return is_cold(name) ? name : family_of(name);
  }

  const Entities& base_all_;
  const Entities& next_all_;
  const std::vector<Entity>& base_;
  const std::vector<Entity>& next_;
  std::vector<uint32_t> partner_of_base_, partner_of_next_;
  std::vector<MatchedBy> by_;  // of the new side's entities that have a partner
  SectionMatching result_;
};

}  // namespace

std::string_view family_of(std::string_view name) {
  constexpr std::string_view suffixes[] = {".isra",     ".constprop", ".part",       ".cold",
                                           ".lto_priv", ".llvm",      ".localalias", ".irel"};
  for (;;) {
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return name;
    const std::string_view tail = name.substr(dot);
    const bool number =
        tail.size() > 1 && tail.find_first_not_of("0123456789", 1) == std::string_view::npos;
    const bool known =
        std::find(std::begin(suffixes), std::end(suffixes), tail) != std::end(suffixes);
    if (!number && !known) return name;
    name = name.substr(0, dot);
  }
}

Matching match(const Entities& base, const Entities& next) {
  Matching result;
  for (int section = 0; section < section_classes; ++section) {
    result.sections.push_back(SectionMatcher(base, next, static_cast<SectionClass>(section)).run());
    result.matched += result.sections.back().pairs.size();
    result.removed += result.sections.back().removed.size();
    result.added += result.sections.back().added.size();
  }
  const size_t smaller = std::min(base.count, next.count);
  result.share = smaller ? static_cast<double>(result.matched) / static_cast<double>(smaller) : 0;
  return result;
}

}  // namespace lodestone::explain
