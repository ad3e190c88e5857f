// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_hot_constants {
namespace {

void apply(const Analysis& a, Explanation& e) {
  if (!a.code.done || executed_identical(a)) return;
  std::vector<const FunctionChange*> constants;
  size_t real = 0;
  for (const uint32_t i : a.changed_by_interest) {
    const FunctionChange& change = a.code.changed[i];
    if (change.level == CodeLevel::constants)
      constants.push_back(&change);
    else
      ++real;
  }
  if (constants.empty()) return;
  Claim claim;
  claim.verdict = VerdictClass::hot_constants;
  double share = 0;
  size_t known = 0;
  for (const FunctionChange* change : constants) {
    share += a.heat_of(change->name);
    known += a.hot_by(change->name) != HotBy::none;
  }
  if (!a.request.heat.empty())
    claim.certainty = share < 0.005 ? 0.1 : std::min(0.75, 0.5 + share);
  else
    claim.certainty = known > 0 ? 0.45 : real == 0 ? 0.4 : 0.27;
  if (real == 0 && known > 0) claim.certainty += 0.1;
  std::string list;
  for (size_t k = 0; k < constants.size() && k < 3; ++k)
    list += (k ? ", " : "") + std::string(constants[k]->name);
  if (constants.size() > 3) list += fmt::format(" and {} more", constants.size() - 3);
  claim.sentence = fmt::format("{}constants changed in {}: struct offsets or limits",
                               real == 0 ? "only " : "", list);
  for (size_t k = 0; k < constants.size() && k < 4; ++k) {
    const std::string shown = side_by_side_text(*constants[k], 3);
    if (!shown.empty()) claim.evidence.push_back(fmt::format("{}: {}", constants[k]->name, shown));
  }
  claim.experiments.push_back(
      {"pad the struct whose members moved so that its hot members keep their lines; a difference "
       "that stays refutes it",
       measure_both(a, "base", "new-padded")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_hot_constants{
    "hot-constants", "functions keep their instructions but use other struct offsets or limits",
    apply};

}  // namespace lodestone::explain::rule_hot_constants
