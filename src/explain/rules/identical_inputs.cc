// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone {
namespace explain {
namespace {

// Equal symbol maps do not make equal kernels: a changed instruction that fits the padding moves
// nothing. So only equal images are called identical.
void apply(const Analysis& a, Explanation& e) {
  if (a.base.digest == 0 || a.base.digest != a.next.digest) return;
  const bool maps_only = a.base.kind == "System.map";
  Claim claim;
  claim.evidence.push_back("both inputs hold the same bytes");
  if (maps_only) {
    claim.verdict = VerdictClass::nothing;
    claim.certainty = 0.45;
    claim.sentence =
        "identical symbol maps: nothing moved and nothing changed size; whether instructions "
        "changed, maps cannot tell";
    e.missing.push_back(
        {"the code of both kernels",
         "lodestone explain BASE/vmlinux NEW/vmlinux (a packaged vmlinuz will do)"});
  } else {
    claim.verdict = VerdictClass::identical;
    claim.certainty = 1;
    claim.sentence =
        "identical: both inputs are the same bytes, so any difference comes from the environment "
        "or is noise";
  }
  claim.experiments.push_back(
      {"two boots of the same kernel show how large a difference the environment makes",
       "lodestone run --label same unixbench/syscall  # boot again between the two\n"
       "lodestone run --label same-again unixbench/syscall\n"
       "lodestone compare same same-again"});
  e.claim(std::move(claim));
}

}  // namespace
}  // namespace explain

extern const explain::Rule rule_identical_inputs{
    "identical-inputs", "the same bytes on both sides leave only the environment and noise",
    explain::apply};

}  // namespace lodestone
