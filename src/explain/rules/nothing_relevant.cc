// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_nothing_relevant {
namespace {

// Data of the running kernel that nobody is known to share, and that lies elsewhere in its lines.
size_t moved_in_lines(const Analysis& a) {
  size_t moved = 0;
  for (const SectionClass section : {SectionClass::percpu, SectionClass::data, SectionClass::bss})
    moved += count_lines(a.base.entities, a.next.entities, a.matching.in(section), 128)
                 .remainder_changed;
  return moved;
}

void apply(const Analysis& a, Explanation& e) {
  if (!a.has_symbols || a.base.excerpt || a.next.excerpt) return;
  const CodeKnowledge code = code_knowledge(a);
  if (code != CodeKnowledge::same_code && code != CodeKnowledge::same_sizes) return;
  if (a.text_sizes.moved_mod64 > 0 || most_telling_move(a).focus) return;
  if (!a.code.percpu_moves.empty()) return;  // data did move
  // Equal bytes are the business of another rule.
  if (a.one_content) return;
  if (a.base.digest != 0 && a.base.digest == a.next.digest) return;
  Claim claim;
  claim.verdict = VerdictClass::nothing;
  claim.certainty = code == CodeKnowledge::same_code ? 0.85 : 0.45;
  // Data that has no names may have moved unseen.
  if (a.code.done && a.code.data_masked) claim.certainty = 0.6;
  // What is not known to be shared may be shared all the same.
  const size_t moved = moved_in_lines(a);
  if (moved > 0) claim.certainty = std::min(claim.certainty, 0.55);
  if (!a.values.changed.empty()) claim.certainty = std::min(claim.certainty, 0.3);
  if (!a.vdso.code.changed.empty()) claim.certainty = std::min(claim.certainty, 0.55);
  if (identical_by_counts_alone(a))
    claim.sentence = fmt::format(
        "nothing that {} executes differs between the images, and no shared datum changed its "
        "line, "
        "so the cause is the environment or noise, as far as that workload is concerned",
        counted_workloads(a));
  else if (a.code.done && a.code.data_masked)
    claim.sentence =
        "nothing relevant differs in what the images show: the code is identical; where data lies "
        "is not in view";
  else
    claim.sentence =
        code == CodeKnowledge::same_code
            ? "nothing relevant differs between the images: the code is identical and no shared "
              "datum "
              "changed its line, so the cause is the environment or noise"
            : "as far as symbol maps tell, nothing relevant differs: no function moved mod 64 or "
              "changed size, and no shared datum changed its line";
  if (identical_by_counts_alone(a) && !a.code.changed.empty()) {
    std::string names;
    for (size_t k = 0; k < a.changed_by_interest.size() && k < 4; ++k)
      names +=
          std::string(k ? ", " : "") + std::string(a.code.changed[a.changed_by_interest[k]].name);
    claim.evidence.push_back(fmt::format("{} changed that it does not execute: {}{}",
                                         plural(a.code.changed.size(), "function", "functions"),
                                         names, a.code.changed.size() > 4 ? " ..." : ""));
  }
  if (moved > 0)
    claim.evidence.push_back(fmt::format(
        "{} lie elsewhere mod 128; none is known to be shared (--symbol NAME looks at one)",
        plural(moved, "variable", "variables")));
  if (a.values.done)
    claim.evidence.push_back(fmt::format("{} named variables and tables compared, {} hold others",
                                         a.values.compared, a.values.changed.size()));
  if (a.code.done && a.code.data_masked)
    e.missing.push_back(
        {"the names of data", "lodestone explain BASE/vmlinux NEW/vmlinux, unstripped"});
  claim.evidence.push_back(fmt::format("{} functions compared{}", a.text_sizes.pairs,
                                       code == CodeKnowledge::same_code ? "" : " by size"));
  for (const SectionClass section : {SectionClass::percpu, SectionClass::data, SectionClass::bss})
    if (!a.in(section).of_pair.empty()) claim.evidence.push_back(describe_moves(a, section));
  if (code == CodeKnowledge::same_sizes)
    e.missing.push_back(
        {"the code of both kernels",
         "lodestone explain BASE/vmlinux NEW/vmlinux (a packaged vmlinuz will do)"});
  claim.experiments.push_back(boot_twice(a));
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_nothing_relevant{"nothing-relevant",
                                        "no code changed and nothing shared moved", apply};

}  // namespace lodestone::explain::rule_nothing_relevant
