// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_hot_code {
namespace {

// Below this share of a profile a function's change cannot be seen.
constexpr double warm = 0.005;

void from_sizes(const Analysis& a, Explanation& e) {
  if (a.text_sizes.changed == 0) return;
  Claim claim;
  claim.verdict = VerdictClass::hot_code;
  claim.certainty = 0.3;
  claim.sentence = fmt::format("code may have changed: {} of {} changed size", a.text_sizes.changed,
                               plural(a.text_sizes.pairs, "function", "functions"));
  std::string names;
  for (size_t k = 0; k < a.text_sizes.changed_pairs.size() && k < 4; ++k) {
    const uint32_t pair = a.text_sizes.changed_pairs[k];
    const Entity& was = base_entity(a, SectionClass::text, pair);
    const Entity& is = next_entity(a, SectionClass::text, pair);
    names += fmt::format("{}{} {:+}", k ? ", " : "", is.name,
                         static_cast<int64_t>(is.size) - static_cast<int64_t>(was.size));
  }
  if (a.text_sizes.changed > 4) names += fmt::format(" and {} more", a.text_sizes.changed - 4);
  claim.evidence.push_back("bytes to the next symbol, padding among them: " + names);
  claim.evidence.push_back(
      fmt::format("{} functions came, {} went", a.text_sizes.added, a.text_sizes.removed));
  e.missing.push_back({"the code of both kernels",
                       "lodestone explain BASE/vmlinux NEW/vmlinux (a packaged vmlinuz will do)"});
  claim.experiments.push_back(
      {"count what each operation executes on both kernels; equal counts of these functions refute "
       "it, where the workload runs them",
       exact_command(a)});
  e.claim(std::move(claim));
}

void from_code(const Analysis& a, Explanation& e) {
  std::vector<const FunctionChange*> real;  // by interest
  for (const uint32_t i : a.changed_by_interest)
    if (a.code.changed[i].level >= CodeLevel::operands) real.push_back(&a.code.changed[i]);
  if (real.empty()) return;

  Claim claim;
  claim.verdict = VerdictClass::hot_code;
  std::vector<const FunctionChange*> hot;
  std::string where;
  if (!a.request.heat.empty()) {
    double share = 0;
    for (const FunctionChange* change : real)
      if (a.heat_of(change->name) >= warm) {
        hot.push_back(change);
        share += a.heat_of(change->name);
      }
    claim.certainty = hot.empty() ? 0.1 : std::min(0.9, 0.6 + share);
    where = fmt::format("code that runs changed ({:.1f} % of the profile)", 100 * share);
    if (hot.empty()) {
      e.notes.push_back(fmt::format("{} changed, none of them with {} % of the profile or more",
                                    plural(real.size(), "function", "functions"), 100 * warm));
      return;
    }
  } else {
    for (const HotBy by : {HotBy::workload, HotBy::everything}) {
      for (const FunctionChange* change : real)
        if (a.hot_by(change->name) == by) hot.push_back(change);
      if (hot.empty()) continue;
      claim.certainty = by == HotBy::workload ? 0.7 : 0.5;
      where = by == HotBy::workload
                  ? "code changed on the path of " + a.request.workload
                  : "code changed on paths that every system call, fault or switch takes";
      break;
    }
    if (hot.empty()) {
      hot = real;
      claim.certainty = real.size() <= 3 ? 0.55 : 0.3;
      where = "code changed";
    }
    e.missing.push_back(
        {"which functions run", "--heat FILE with `perf script` output, or --workload ID"});
  }
  std::string list;
  for (size_t k = 0; k < hot.size() && k < 3; ++k)
    list += (k ? ", " : "") + describe_change(*hot[k]);
  if (hot.size() > 3) list += fmt::format(" and {} more", hot.size() - 3);
  const size_t others = a.code.changed.size() - std::min<size_t>(hot.size(), 3);
  claim.sentence = fmt::format("{}: {}", where, list);
  if (a.code.changed.size() == 1)
    claim.sentence += "; every other function is identical";
  else if (others > 0)
    claim.sentence +=
        fmt::format("; {} of {} functions changed in all", a.code.changed.size(), a.code.compared);

  for (size_t k = 0; k < hot.size() && k < 4; ++k) {
    const FunctionChange& change = *hot[k];
    std::string line = fmt::format("{}: {} -> {} instructions", change.name,
                                   change.base.instructions, change.next.instructions);
    const auto delta = [&](int before, int after, const char* what) {
      if (before != after) line += fmt::format(", {:+} {}", after - before, what);
    };
    delta(change.base.branches, change.next.branches, "branches");
    delta(change.base.stores, change.next.stores, "stores");
    delta(change.base.locked, change.next.locked, "locked");
    delta(change.base.indirect_calls, change.next.indirect_calls, "indirect calls");
    if (const double heat = a.heat_of(change.name); heat > 0)
      line += fmt::format("; {:.1f} % of the profile", 100 * heat);
    claim.evidence.push_back(line);
    const std::string shown = side_by_side_text(change, 3);
    if (!shown.empty()) claim.evidence.push_back(fmt::format("{}: {}", change.name, shown));
  }
  claim.evidence.push_back(
      fmt::format("of {} functions {} are identical, {} differ in constants, {} in operands, {} in "
                  "mnemonics, {} "
                  "in size",
                  a.code.compared, a.code.identical, a.code.by_level[1], a.code.by_level[2],
                  a.code.by_level[3], a.code.by_level[4]));
  claim.experiments.push_back(
      {"count what each operation executes on both kernels; equal counts of the changed functions "
       "refute it, where the workload runs them",
       exact_command(a)});
  e.claim(std::move(claim));
}

void apply(const Analysis& a, Explanation& e) {
  if (!a.has_symbols) return;
  // Counts of what runs outrank what may run.
  if (!a.request.counts.empty()) return;
  if (a.code.done)
    from_code(a, e);
  else if (code_knowledge(a) == CodeKnowledge::other_sizes)
    from_sizes(a, e);
}

}  // namespace

extern const Rule rule_hot_code{"hot-code", "functions that run changed their instructions", apply};

}  // namespace lodestone::explain::rule_hot_code
