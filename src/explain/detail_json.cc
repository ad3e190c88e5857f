// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/detail_json.h"

#include <nlohmann/json.hpp>

namespace lodestone::explain {
namespace {

// Lists are cut, counts never: a point release changes thousands of functions.
constexpr size_t most_listed = 500;

Json names_json(const std::vector<std::string_view>& names) {
  Json list = Json::array();
  for (const std::string_view name : names) {
    if (list.size() == most_listed) break;
    list.push_back(name);
  }
  return list;
}

Json tally_json(const Tally& tally) {
  return {{"instructions", tally.instructions},
          {"branches", tally.branches},
          {"calls", tally.calls},
          {"loads", tally.loads},
          {"stores", tally.stores},
          {"locked", tally.locked},
          {"indirect_calls", tally.indirect_calls}};
}

}  // namespace

Json code_json(const Analysis& a) {
  if (!a.code.done) return nullptr;
  Json functions = Json::array();
  for (const uint32_t i : a.changed_by_interest) {
    if (functions.size() == most_listed) break;
    const FunctionChange& change = a.code.changed[i];
    Json shown = Json::array();
    for (const InstructionPair& pair : change.shown)
      shown.push_back({{"base", pair.base.empty() ? Json(nullptr) : Json(pair.base)},
                       {"new", pair.next.empty() ? Json(nullptr) : Json(pair.next)}});
    functions.push_back(
        {{"function", change.name},
         {"level", name_of(change.level)},
         {"heat", a.request.heat.empty() ? Json(nullptr) : number(a.heat_of(change.name))},
         {"base", tally_json(change.base)},
         {"new", tally_json(change.next)},
         {"differences", shown}});
  }
  Json renamed = Json::array();
  for (const CodeDifference::Rename& rename : a.code.renamed)
    renamed.push_back({{"base", rename.base}, {"new", rename.next}});
  return {{"compared", a.code.compared},
          {"identical", a.code.identical},
          {"identical_but_moved_mod_64", a.code.moved_mod64},
          {"constants", a.code.by_level[1]},
          {"operands", a.code.by_level[2]},
          {"mnemonics", a.code.by_level[3]},
          {"size", a.code.by_level[4]},
          {"changed", functions},
          {"added", names_json(a.code.added)},
          {"removed", names_json(a.code.removed)},
          {"renamed", renamed}};
}

Json structs_json(const Analysis& a) {
  if (!a.structs.done) return nullptr;
  Json changed = Json::array();
  for (const StructChange& change : a.structs.changed) {
    if (changed.size() == most_listed) break;
    Json moved = Json::array();
    for (const MovedMember& member : change.moved) {
      if (moved.size() == 64) break;
      moved.push_back({{"member", member.name},
                       {"base_offset", member.base_offset},
                       {"new_offset", member.next_offset},
                       {"other_line", member.other_line}});
    }
    Json pairs = Json::array();
    for (const MemberPair& pair : change.pairs)
      pairs.push_back({{"first", pair.first},
                       {"second", pair.second},
                       {"line", pair.line},
                       {"together_now", pair.together_now}});
    changed.push_back({{"struct", change.name},
                       {"base_size", change.base_size},
                       {"new_size", change.next_size},
                       {"added", names_json(change.added)},
                       {"removed", names_json(change.removed)},
                       {"moved", moved},
                       {"moved_members", change.moved.size()},
                       {"contended_pairs", pairs},
                       {"used_by", names_json(change.used_by)}});
  }
  return {{"compared", a.structs.compared},
          {"added", a.structs.added},
          {"removed", a.structs.removed},
          {"changed", changed}};
}

Json settings_json(const Settings& settings) {
  const auto list = [](const std::vector<Setting>& entries) {
    Json array = Json::array();
    for (const Setting& s : entries)
      array.push_back({{"name", s.name},
                       {"base", s.base.empty() ? Json(nullptr) : Json(s.base)},
                       {"new", s.next.empty() ? Json(nullptr) : Json(s.next)},
                       {"matters", s.matters}});
    return array;
  };
  return {{"configuration", list(settings.config)},
          {"command_line", list(settings.command_line)},
          {"compiler", list(settings.compiler)},
          {"machine", list(settings.facts)}};
}

Json counts_json(const Analysis& a) {
  Json list = Json::array();
  for (const CountedWorkload& counted : a.request.counts) {
    Json functions = Json::array();
    for (const CountedFunction& function : counted.functions)
      functions.push_back({{"function", function.name},
                           {"base", number(function.base)},
                           {"new", number(function.next)}});
    list.push_back({{"workload", counted.workload},
                    {"verdict", counted.verdict},
                    {"base", number(counted.base)},
                    {"new", number(counted.next)},
                    {"functions", functions}});
  }
  return list;
}

}  // namespace lodestone::explain
