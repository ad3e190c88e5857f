// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_vdso {
namespace {

// Workloads that ask for the time execute this code; most others never do.
bool asks_for_the_time(const std::string& workload) {
  for (const char* pattern : {"*clock*", "*time*", "*getcpu*"})
    if (glob_match(pattern, workload)) return true;
  return false;
}

void apply(const Analysis& a, Explanation& e) {
  const CodeDifference& code = a.vdso.code;
  if (!code.done) return;
  if (code.changed.empty()) {
    e.notes.push_back(fmt::format("the vDSO's code is identical ({})",
                                  plural(code.compared, "function", "functions")));
    return;
  }
  std::string list;
  double share = 0;
  for (size_t k = 0; k < code.changed.size(); ++k) {
    if (k < 3) list += (k ? ", " : "") + describe_change(code.changed[k]);
    share += a.heat_of(code.changed[k].name);
  }
  if (code.changed.size() > 3) list += fmt::format(" and {} more", code.changed.size() - 3);
  e.notes.push_back("the vDSO, which programs execute to ask for the time, changed: " + list);
  Claim claim;
  claim.verdict = VerdictClass::hot_code;
  claim.certainty = 0.15;
  if (asks_for_the_time(a.request.workload)) claim.certainty = 0.6;
  if (share > 0.005) claim.certainty = std::min(0.9, 0.6 + share);
  claim.sentence = "code of the vDSO changed, which runs in user mode: " + list;
  for (size_t k = 0; k < code.changed.size() && k < 4; ++k) {
    const std::string shown = side_by_side_text(code.changed[k], 3);
    if (!shown.empty())
      claim.evidence.push_back(fmt::format("{}: {}", code.changed[k].name, shown));
  }
  claim.experiments.push_back(
      {"a program that reads the clock in a loop, on both kernels: no difference refutes it",
       measure_both(a, "base", "new")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_vdso{
    "vdso", "the code that the kernel gives to programs, to read clocks, changed", apply};

}  // namespace lodestone::explain::rule_vdso
