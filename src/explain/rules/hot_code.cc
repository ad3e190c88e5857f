// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone {
namespace explain {
namespace {

void apply(const Analysis& a, Explanation& e) {
  if (!a.has_symbols || code_knowledge(a) != CodeKnowledge::other_sizes) return;
  if (a.text_sizes.changed == 0) return;
  Claim claim;
  claim.verdict = VerdictClass::hot_code;
  claim.certainty = 0.3;
  claim.sentence = fmt::format("code may have changed: {} of {} changed size", a.text_sizes.changed,
                               plural(a.text_sizes.pairs, "function", "functions"));
  claim.evidence.push_back(
      fmt::format("{} came, {} went", a.text_sizes.added, a.text_sizes.removed));
  e.missing.push_back({"the code of both kernels",
                       "lodestone explain BASE/vmlinux NEW/vmlinux (a packaged vmlinuz will do)"});
  e.claim(std::move(claim));
}

}  // namespace
}  // namespace explain

extern const explain::Rule rule_hot_code{
    "hot-code", "functions that run changed their instructions", explain::apply};

}  // namespace lodestone
