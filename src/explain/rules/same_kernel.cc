// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_same_kernel {
namespace {

// Stored runs name their kernel by release and by the version line with build number and date.
void apply(const Analysis& a, Explanation& e) {
  const auto fact = [](const Side& side, const char* name) {
    return side.context.get(name).value_or("");
  };
  const std::string release = fact(a.base, "kernel"), version = fact(a.base, "kernel_version");
  if (release.empty() || version.empty() || release != fact(a.next, "kernel") ||
      version != fact(a.next, "kernel_version"))
    return;
  const Settings& s = a.settings;
  if (!s.command_line.empty() || !s.facts.empty()) return;  // another rule's business
  Claim claim;
  claim.verdict = VerdictClass::nothing;
  claim.certainty = 0.7;
  claim.sentence = fmt::format(
      "both runs are of the same kernel ({}) with the same command line and settings: the cause is "
      "the environment or noise",
      release);
  claim.evidence.push_back(fmt::format("kernel {} {} on both sides", release, version));
  if (fact(a.base, "boot_id") != fact(a.next, "boot_id"))
    claim.evidence.push_back("two boots: placement in memory differs from boot to boot");
  claim.experiments.push_back(boot_twice(a));
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_same_kernel{
    "same-kernel", "two runs of one kernel with one setting leave the environment and noise",
    apply};

}  // namespace lodestone::explain::rule_same_kernel
