// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_text_layout {
namespace {

void apply(const Analysis& a, Explanation& e) {
  if (!a.has_symbols || a.text_sizes.moved == 0) return;
  const CodeKnowledge code = code_knowledge(a);
  const Displacements& text = a.in(SectionClass::text);
  Claim claim;
  claim.verdict = VerdictClass::text_layout;
  if (a.text_sizes.moved_mod64 == 0) {
    e.notes.push_back(fmt::format("{} of {} functions moved, none of them mod 64",
                                  a.text_sizes.moved, a.text_sizes.pairs));
    return;
  }
  claim.certainty = 0.26;
  if (code == CodeKnowledge::same_code) claim.certainty = 0.6;
  // Functions that came or went, but none that changed: what is left of the code only moved.
  if (code == CodeKnowledge::same_sizes ||
      (code == CodeKnowledge::other_sizes && a.text_sizes.changed == 0))
    claim.certainty = 0.45;
  const Moved data = most_telling_move(a);
  if (data.focus && data.focus->weight >= 0.3) claim.certainty -= 0.1;

  // The mover with the most functions behind it.
  std::string cause = "changed padding";
  if (text.link_order_changed()) {
    cause = "the link order of the code changed";
  } else {
    size_t most = 0;
    for (size_t r = 0; r < text.runs.size(); ++r) {
      const size_t length = text.runs[r].last - text.runs[r].first + 1;
      if (text.runs[r].displacement == 0 || text.runs[r].displacement % 64 == 0 || length <= most)
        continue;
      const int32_t mover = root_mover(text, text.runs[r].first);
      if (mover < 0) continue;
      most = length;
      cause = describe_mover(text.boundaries[mover], a.base.entities, a.next.entities,
                             a.matching.in(SectionClass::text));
    }
  }
  claim.sentence = fmt::format(
      "{}{}: {} moved {} mod 64", claim.certainty >= 0.45 ? "only layout" : "code layout",
      identical_by_counts_alone(a) ? fmt::format(", for what {} executes", counted_workloads(a))
                                   : "",
      cause, plural(a.text_sizes.moved_mod64, "function", "functions"));
  claim.evidence.push_back(describe_moves(a, SectionClass::text));
  claim.evidence.push_back(fmt::format("{} changed size, {} came, {} went",
                                       plural(a.text_sizes.changed, "function", "functions"),
                                       a.text_sizes.added, a.text_sizes.removed));
  claim.experiments.push_back(
      {"build both kernels with every function on a line of its own; a difference that stays "
       "refutes "
       "it",
       "scripts/config -e DEBUG_FORCE_FUNCTION_ALIGN_64B && make  # in both trees\n" +
           measure_both(a, "base-aligned", "new-aligned")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_text_layout{
    "text-layout", "functions kept their code but start elsewhere in a cache line", apply};

}  // namespace lodestone::explain::rule_text_layout
