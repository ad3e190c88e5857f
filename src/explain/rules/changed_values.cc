// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"
#include "explain/shared_symbols.h"

namespace lodestone::explain::rule_changed_values {
namespace {

// Settings that the running kernel reads.
bool tunes(std::string_view name) {
  return name.starts_with("sysctl_") || name.starts_with("sched_prio_to_") ||
         find_shared_symbol(name) != nullptr;
}

std::string describe_value(const ValueChange& v) {
  std::string text(v.name);
  if (v.offset > 0) text += fmt::format("+{:#x}", v.offset);
  text += fmt::format(": {} -> {}", v.base, v.next);
  if (v.words > 1) text += fmt::format(" ({} words of it differ)", v.words);
  return text;
}

void apply(const Analysis& a, Explanation& e) {
  if (a.values.changed.empty()) return;
  std::vector<const ValueChange*> values;
  for (const ValueChange& value : a.values.changed) values.push_back(&value);
  std::stable_sort(values.begin(), values.end(), [](const ValueChange* x, const ValueChange* y) {
    if (tunes(x->name) != tunes(y->name)) return tunes(x->name);
    return x->size < y->size;
  });
  const bool only = code_knowledge(a) == CodeKnowledge::same_code && !most_telling_move(a).focus;
  Claim claim;
  claim.verdict = VerdictClass::hot_constants;
  claim.certainty = only ? (values.size() <= 8 ? 0.55 : 0.4) : 0.15;
  if (tunes(values[0]->name)) claim.certainty = std::max(claim.certainty, only ? 0.6 : 0.35);
  claim.sentence =
      fmt::format("{}initial values changed: {}", only ? "the code is identical, but " : "",
                  describe_value(*values[0]));
  if (values.size() > 1)
    claim.sentence += fmt::format("; {} other variables too", values.size() - 1);
  for (size_t k = 0; k < values.size() && k < 6; ++k)
    claim.evidence.push_back(describe_value(*values[k]));
  claim.evidence.push_back(fmt::format("{} of {} named variables and tables hold other values",
                                       values.size(), a.values.compared));
  claim.experiments.push_back(
      {"build the new kernel with the old value (or set it, where it is a sysctl); a difference "
       "that stays refutes it",
       measure_both(a, "base", "new-old-value")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_changed_values{
    "changed-values", "variables or constant tables hold other initial values", apply};

}  // namespace lodestone::explain::rule_changed_values
