// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/explanation.h"

#include <algorithm>

#include "explain/rule.h"

namespace lodestone::explain {
namespace {

// Where two claims are equally certain, the one that is cheaper to check first.
int precedence(VerdictClass verdict) {
  return static_cast<int>(verdict);
}

void list_missing(const Analysis& a, Explanation& e) {
  const bool images = !a.base.excerpt && !a.next.excerpt;
  // A document's own rule says what would decide.
  if (!a.has_symbols && a.request.document.given) return;
  if (!a.has_symbols)
    e.missing.push_back({"the symbols of both kernels",
                         "lodestone explain BASE/vmlinux NEW/vmlinux (or two System.map files, or "
                         "two packaged vmlinuz)"});
  else if (!images)
    e.missing.push_back({"the rest of the symbol maps: these are excerpts",
                         "lodestone explain BASE/System.map NEW/System.map"});
}

}  // namespace

Explanation explain(const Analysis& analysis) {
  Explanation e;
  for (const Finding& finding : analysis.base.findings) add_finding(e.findings, finding);
  for (const Finding& finding : analysis.next.findings) add_finding(e.findings, finding);
  for (const Rule* rule : explain_rules) {
    const size_t before = e.claims.size();
    rule->apply(analysis, e);
    for (size_t k = before; k < e.claims.size(); ++k) e.claims[k].rule = rule->name;
  }
  std::stable_sort(e.claims.begin(), e.claims.end(), [](const Claim& x, const Claim& y) {
    if (x.certainty != y.certainty) return x.certainty > y.certainty;
    return precedence(x.verdict) < precedence(y.verdict);
  });
  list_missing(analysis, e);
  if (!e.claims.empty() && strength_of(e.claims[0].certainty) != Strength::none) {
    e.verdict = e.claims[0];
    for (size_t k = 1; k < e.claims.size(); ++k)
      if (e.claims[k].verdict != e.verdict.verdict &&
          strength_of(e.claims[k].certainty) != Strength::none)
        e.also_consistent.push_back(e.claims[k]);
  } else {
    e.verdict.verdict = VerdictClass::undecidable;
    e.verdict.sentence = analysis.has_symbols ? "the cause is undecidable from what was given"
                                              : "the cause is undecidable without images: explain "
                                                "BASE/vmlinux NEW/vmlinux would decide";
    for (const Claim& claim : e.claims)
      if (claim.certainty > 0) e.also_consistent.push_back(claim);
  }
  e.strength = strength_of(e.verdict.certainty);
  e.answer = e.verdict.sentence;
  if (analysis.request.headline.empty()) return e;
  // A document's maps may stand in another order than its tables: neither is read into the other.
  if (analysis.base.excerpt)
    e.answer = "from " + analysis.base.label + " to " + analysis.next.label + ": " + e.answer +
               " (the tables, in their own order: " + analysis.request.headline + ")";
  else
    e.answer = analysis.request.headline + "; " + e.answer;
  return e;
}

}  // namespace lodestone::explain
