// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "explain/detail_json.h"
#include "explain/explanation.h"
#include "explain/facts.h"

namespace lodestone::explain {
namespace {

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json side_json(const Side& side) {
  return {{"label", side.label},
          {"kind", side.kind},
          {"architecture", text_or_null(side.architecture)},
          {"release", text_or_null(side.release)},
          {"build_id", text_or_null(side.build_id)},
          {"symbols", side.symbols.symbols().size()},
          {"excerpt", side.excerpt}};
}

Json claim_json(const Claim& claim) {
  Json experiments = Json::array();
  for (const Experiment& experiment : claim.experiments)
    experiments.push_back({{"purpose", experiment.purpose}, {"command", experiment.command}});
  return {{"class", name_of(claim.verdict)},  {"strength", name_of(strength_of(claim.certainty))},
          {"rule", text_or_null(claim.rule)}, {"sentence", claim.sentence},
          {"evidence", claim.evidence},       {"experiments", experiments}};
}

Json situation_json(const Situation& situation) {
  Json sharing = Json::array();
  for (const Neighbour& n : situation.sharing)
    sharing.push_back({{"symbol", n.name}, {"place", n.place}, {"certain", n.certain}});
  const auto name = [](std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); };
  return {{"remainder", situation.remainder},
          {"straddles", situation.straddles},
          {"before", name(situation.before)},
          {"after", name(situation.after)},
          {"sharing", sharing}};
}

Json focus_json(const Analysis& a, const Focus& focus) {
  const Entity& base = base_entity(a, focus.section, focus.pair);
  const Entity& next = next_entity(a, focus.section, focus.pair);
  Json lines = Json::array();
  for (const LineRelation& r : focus.relations)
    lines.push_back({{"line", r.line},
                     {"base", situation_json(r.base)},
                     {"new", situation_json(r.next)},
                     {"newly_shares", r.newly_shares},
                     {"stopped_sharing", r.stopped_sharing}});
  Json mover = nullptr;
  if (focus.mover >= 0)
    mover = describe_mover(a.in(focus.section).boundaries[focus.mover], a.base.entities,
                           a.next.entities, a.matching.in(focus.section));
  return {{"symbol", next.name},
          {"section", name_of(focus.section)},
          {"base_place", base.place()},
          {"new_place", next.place()},
          {"displacement", static_cast<int64_t>(next.offset - base.offset)},
          {"why", focus.why},
          {"mover", mover},
          {"lines", lines}};
}

Json boundary_json(const Analysis& a, SectionClass section, const Boundary& boundary) {
  const SectionMatching& matching = a.matching.in(section);
  const auto names = [](const std::vector<uint32_t>& indices, const std::vector<Entity>& side) {
    Json list = Json::array();
    for (const uint32_t i : indices) {
      if (list.size() == 16) break;
      list.push_back(side[i].name);
    }
    return list;
  };
  return {{"cause", name_of(boundary.cause)},
          {"text", describe_mover(boundary, a.base.entities, a.next.entities, matching)},
          {"shift", boundary.shift},
          {"added", names(boundary.added, a.next.entities.in(section))},
          {"removed", names(boundary.removed, a.base.entities.in(section))},
          {"first_moved", next_entity(a, section, boundary.after).name}};
}

Json section_json(const Analysis& a, SectionClass section) {
  const SectionMatching& matching = a.matching.in(section);
  const Displacements& displacements = a.in(section);
  Json moves = Json::array();
  size_t listed = 0;
  for (const auto& [distance, count] : displacement_counts(displacements)) {
    if (++listed > 32) break;
    moves.push_back({{"displacement", distance}, {"symbols", count}});
  }
  Json boundaries = Json::array();
  for (const Boundary& boundary : displacements.boundaries) {
    if (boundaries.size() == 32) break;
    boundaries.push_back(boundary_json(a, section, boundary));
  }
  Json lines = Json::array();
  for (const uint32_t line : {32u, 64u, 128u})
    lines.push_back(
        {{"line", line},
         {"remainder_changed",
          count_lines(a.base.entities, a.next.entities, matching, line).remainder_changed}});
  return {{"section", name_of(section)},        {"matched", matching.pairs.size()},
          {"moved", displacements.moved},       {"added", matching.added.size()},
          {"removed", matching.removed.size()}, {"ordered_share", displacements.ordered_share},
          {"runs", displacements.runs.size()},  {"moves", moves},
          {"boundaries", boundaries},           {"lines", lines}};
}

}  // namespace

Json to_json(const Analysis& a, const Explanation& e) {
  Json document = {{"schema", "lodestone.explanation/1"},
                   {"answer", e.answer},
                   {"headline", text_or_null(a.request.headline)},
                   {"base", side_json(a.base)},
                   {"new", side_json(a.next)},
                   {"verdict", claim_json(e.verdict)}};
  Json also = Json::array();
  for (const Claim& claim : e.also_consistent) also.push_back(claim_json(claim));
  document["also_consistent"] = also;
  document["notes"] = e.notes;
  Json missing = Json::array();
  for (const Missing& m : e.missing) missing.push_back({{"what", m.what}, {"how", m.how}});
  document["missing"] = missing;
  document["granule"] = a.request.granule ? Json{{"bytes", *a.request.granule},
                                                 {"measured", a.request.granule_measured}}
                                          : Json(nullptr);
  Json sections = Json::array();
  for (const SectionMatching& matching : a.matching.sections)
    if (!matching.pairs.empty() || !matching.added.empty() || !matching.removed.empty())
      sections.push_back(section_json(a, matching.section));
  Json symbols = Json::array();
  for (const Focus& focus : a.focus) symbols.push_back(focus_json(a, focus));
  document["layout"] = {{"sections", sections}, {"symbols", symbols}};
  document["code"] = code_json(a);
  document["structs"] = structs_json(a);
  document["settings"] = settings_json(a.settings);
  document["counts"] = counts_json(a);
  Json numbers = Json::array();
  for (const Quantity& q : a.request.quantities)
    numbers.push_back({{"name", q.name}, {"base", number(q.base)}, {"new", number(q.next)}});
  document["numbers"] = numbers;
  document["findings"] = lodestone::to_json(e.findings);
  return document;
}

}  // namespace lodestone::explain
