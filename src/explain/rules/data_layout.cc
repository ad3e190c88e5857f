// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_data_layout {
namespace {

// Where a datum lies is compared for data of the running kernel: per-CPU, .data and .bss.
std::string code_clause(const Analysis& a, CodeKnowledge code) {
  switch (code) {
    case CodeKnowledge::same_code:
      return executed_identical(a) ? "executed code identical" : "the code is identical";
    case CodeKnowledge::other_code:
      return "code changed elsewhere too";
    case CodeKnowledge::same_sizes:
      return fmt::format("{} and none changed size",
                         a.text_sizes.moved == 0 ? "no function moved" : "functions only moved");
    case CodeKnowledge::other_sizes:
      return fmt::format("{} changed size too",
                         plural(a.text_sizes.changed, "function", "functions"));
    case CodeKnowledge::unknown:
      break;
  }
  return "code is not in view";
}

// Maps have no sizes: an entity that grew and padding that grew look alike.
std::string changed_distance(const Analysis& a, const Focus& focus) {
  const Displacements& displacements = a.in(focus.section);
  const int32_t index = root_padding(displacements, focus.pair);
  if (index < 0 || displacements.boundaries[index].before < 0) return "changed padding";
  const Boundary& boundary = displacements.boundaries[index];
  const Pair& before = a.matching.in(focus.section).pairs[boundary.before];
  if (a.base.entities.exact_sizes && a.next.entities.exact_sizes && boundary.size_change == 0) {
    const Entity& was = base_entity(a, focus.section, boundary.after);
    const Entity& is = next_entity(a, focus.section, boundary.after);
    return fmt::format(
        "the padding before {} (at a multiple of {} bytes, now of {}), which {} by {},", is.name,
        alignment_of(was.place()), alignment_of(is.place()), boundary.shift > 0 ? "grew" : "shrank",
        std::llabs(boundary.shift));
  }
  return fmt::format("{}, or the padding behind it, which {} by {} bytes,",
                     a.next.entities.in(focus.section)[before.next].name,
                     boundary.shift > 0 ? "grew" : "shrank", std::llabs(boundary.shift));
}

// "b came into and c left", of few; else nothing.
std::string who_came_and_left(const LineRelation& r) {
  if (r.newly_shares.size() + r.stopped_sharing.size() > 4) return "";
  const auto names = [](const std::vector<std::string_view>& all) {
    return join(std::vector<std::string>(all.begin(), all.end()), ", ");
  };
  std::string text;
  if (!r.newly_shares.empty()) text = names(r.newly_shares) + " came into";
  if (!r.stopped_sharing.empty())
    text += (text.empty() ? "" : " and ") + names(r.stopped_sharing) + " left";
  return text;
}

double certainty_of(const Analysis& a, CodeKnowledge code, const Moved& move) {
  double certainty = 0.3;
  if (code == CodeKnowledge::same_code) certainty = 0.7;
  if (code == CodeKnowledge::same_sizes) certainty = a.text_sizes.moved == 0 ? 0.65 : 0.5;
  if (code == CodeKnowledge::other_code) {
    certainty = 0.35;
    // A profile that knows none of the changed functions clears them.
    bool hot = false;
    for (const FunctionChange& change : a.code.changed) hot = hot || a.heat_of(change.name) > 0.002;
    if (!a.request.heat.empty() && !hot) certainty = 0.6;
  }
  // A measured granule says that this relation matters here at all.
  if (a.request.granule_measured && certainty >= 0.5) certainty += 0.06;
  // Something that nobody is known to share is a weak suspect.
  if (move.focus->weight < 0.3) certainty -= 0.2;
  if (move.relation->line == 32) certainty -= 0.15;
  return certainty;
}

void apply(const Analysis& a, Explanation& e) {
  if (!a.has_symbols) return;
  const Moved move = most_telling_move(a);
  if (!move.focus) {
    for (const Focus& focus : a.focus)
      if (a.request.granule_measured && focus.changed_at(128) && *a.request.granule < 128) {
        e.notes.push_back(fmt::format(
            "128-byte alignment of {} cannot be the cause on this machine: its granule is {} bytes",
            next_entity(a, focus.section, focus.pair).name, *a.request.granule));
        break;
      }
    return;
  }
  const LineRelation& r = *move.relation;
  const Displacements& displacements = a.in(r.section);
  const SectionMatching& matching = a.matching.in(r.section);
  const CodeKnowledge code = code_knowledge(a);
  Claim claim;
  claim.verdict = VerdictClass::data_layout;
  claim.certainty = certainty_of(a, code, move);

  std::string cause;
  if (displacements.link_order_changed()) {
    cause = fmt::format("the link order of {} changed, which", name_of(r.section));
  } else if (move.focus->mover >= 0) {
    const Boundary& boundary = displacements.boundaries[move.focus->mover];
    cause = describe_mover(boundary, a.base.entities, a.next.entities, matching);
    if (boundary.cause == Cause::misprint || boundary.cause == Cause::start)
      cause = "something that the excerpts do not show";
  } else {
    cause =
        r.displacement == 0 ? "a change among its neighbours" : changed_distance(a, *move.focus);
  }
  const bool only = code == CodeKnowledge::same_code || code == CodeKnowledge::same_sizes;
  std::string what;
  if (r.remainder_changed())
    what = fmt::format("moved {} from {} to {} mod {}", r.name, r.base.remainder, r.next.remainder,
                       r.line);
  else if (const std::string who = who_came_and_left(r);
           r.displacement == 0 && move.focus->mover < 0 && !who.empty())
    cause = who, what = fmt::format("the {}-byte block of {}", r.line, r.name);
  else
    what = fmt::format("gave {} other company in its {}-byte block", r.name, r.line);
  claim.sentence = fmt::format("{}: {} {}; {}", only ? "only layout" : "data layout", cause, what,
                               code_clause(a, code));

  claim.evidence.push_back(describe_moves(a, r.section));
  if (move.focus->mover >= 0) {
    const Boundary& boundary = displacements.boundaries[move.focus->mover];
    if (boundary.cause != Cause::misprint && boundary.cause != Cause::start)
      claim.evidence.push_back(fmt::format(
          "{} shifts what stands behind it by {:+}",
          describe_mover(boundary, a.base.entities, a.next.entities, matching), boundary.shift));
    else
      claim.evidence.push_back(
          fmt::format("{} had moved by {:+} already: its mover stands before the excerpts",
                      next_entity(a, r.section, displacements.boundaries[0].after).name,
                      displacements.boundaries[0].shift));
  }
  const uint64_t was = alignment_of(r.base.place), is = alignment_of(r.next.place);
  if (was != is)
    claim.evidence.push_back(fmt::format("{} went from {}-byte to {}-byte alignment", r.name,
                                         std::min<uint64_t>(was, 128),
                                         std::min<uint64_t>(is, 128)));
  for (const LineRelation& at : move.focus->relations)
    if (at.line == r.line || at.line == 64)
      claim.evidence.push_back(fmt::format("{} {}: mod {} {} -> {}", at.name, describe_places(at),
                                           at.line, at.base.remainder, at.next.remainder));
  claim.evidence.push_back(fmt::format("before: {} {}", r.name, describe_sharing(r.base, r.line)));
  claim.evidence.push_back(fmt::format("after: {} {}", r.name, describe_sharing(r.next, r.line)));
  if (!r.base.before.empty() || !r.next.before.empty())
    claim.evidence.push_back(
        fmt::format("in front of it: {} before, {} after", r.base.before, r.next.before));
  claim.evidence.push_back(fmt::format("{}: {}", r.name, move.focus->why));
  if (a.base.excerpt && !a.base.label.empty())
    claim.evidence.push_back(fmt::format("the document calls the first \"{}\", the second \"{}\"",
                                         a.base.label, a.next.label));
  if (a.text_sizes.pairs > 0)
    claim.evidence.push_back(fmt::format(
        "{} of {} functions moved, {} changed size, {} came, {} went", a.text_sizes.moved,
        a.text_sizes.pairs, a.text_sizes.changed, a.text_sizes.added, a.text_sizes.removed));
  claim.experiments.push_back(
      {"what this move costs on this machine; no difference refutes it",
       fmt::format("lodestone lab replay {} {} {}", readable_shell_word(a.request.base_argument),
                   readable_shell_word(a.request.new_argument), r.name)});
  claim.experiments.push_back(
      {fmt::format("pad the new kernel so that {} lies at {} mod {} again and measure both: the "
                   "difference must vanish",
                   r.name, r.base.remainder, r.line),
       measure_both(a, "base", "new-padded")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_data_layout{
    "data-layout", "a shared datum changed its place in a cache line or its company there", apply};

}  // namespace lodestone::explain::rule_data_layout
