// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_identical_inputs {
namespace {

// A packed image and the vmlinux that it was made from.
void two_forms(const Analysis& a, Explanation& e) {
  Claim claim;
  claim.verdict = VerdictClass::identical;
  claim.certainty = 0.98;
  claim.sentence = fmt::format(
      "identical: the same kernel in two forms ({} and {}), so any difference comes from the "
      "environment or is noise",
      a.base.kind, a.next.kind);
  claim.evidence.push_back("every byte that is loaded is the same at the same address");
  if (!a.base.build_id.empty() && a.base.build_id == a.next.build_id)
    claim.evidence.push_back("both carry the build id " + a.base.build_id);
  claim.experiments.push_back(boot_twice(a));
  e.claim(std::move(claim));
}

// The linker makes the build id from the contents (ld --build-id=sha1): a packed image and the ELF
// file that it was made from carry one id.
void one_link(const Analysis& a, Explanation& e) {
  if (a.base.build_id.empty() || a.base.build_id != a.next.build_id) return;
  if (a.code.done && !a.code.changed.empty()) {
    e.notes.push_back(
        "both files carry one build id although code differs: one may have been patched after "
        "linking");
    return;
  }
  Claim claim;
  claim.verdict = VerdictClass::identical;
  claim.certainty = a.code.done ? 0.95 : 0.7;
  claim.sentence =
      "identical: both files hold the kernel of one link, so any difference comes from the "
      "environment or is noise";
  claim.evidence.push_back("both carry the build id " + a.base.build_id);
  if (a.code.done)
    claim.evidence.push_back(fmt::format("{} functions compared, all identical", a.code.compared));
  claim.experiments.push_back(boot_twice(a));
  e.claim(std::move(claim));
}

// Equal symbol maps do not make equal kernels: a changed instruction that fits the padding moves
// nothing. So only equal images are called identical.
void apply(const Analysis& a, Explanation& e) {
  if (a.one_content) return two_forms(a, e);
  if (a.base.digest == 0 || a.base.digest != a.next.digest) {
    one_link(a, e);
    return;
  }
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
  claim.experiments.push_back(boot_twice(a));
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_identical_inputs{
    "identical-inputs", "the same bytes on both sides leave only the environment and noise", apply};

}  // namespace lodestone::explain::rule_identical_inputs
