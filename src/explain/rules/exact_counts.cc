// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_exact_counts {
namespace {

void apply(const Analysis& a, Explanation& e) {
  std::vector<const CountedWorkload*> changed;
  for (const CountedWorkload& counted : a.request.counts) {
    if (counted.verdict == "identical")
      e.notes.push_back(
          fmt::format("{}: the executed kernel code is identical ({:g} instructions per "
                      "operation): its code is "
                      "not the cause",
                      counted.workload, counted.base));
    else if (counted.verdict == "equal")
      e.notes.push_back(
          fmt::format("{}: {:g} kernel instructions per operation on both sides; constants may "
                      "still differ",
                      counted.workload, counted.base));
    else if (counted.verdict == "more" || counted.verdict == "less")
      changed.push_back(&counted);
  }
  if (changed.empty()) return;
  Claim claim;
  claim.verdict = VerdictClass::hot_code;
  claim.certainty = 0.9;
  const CountedWorkload& first = *changed[0];
  claim.sentence = fmt::format(
      "the executed code changed: {} runs {:g} kernel instructions per "
      "operation instead of {:g}",
      first.workload, first.next, first.base);
  if (changed.size() > 1)
    claim.sentence += fmt::format("; {} other workloads too", changed.size() - 1);
  for (const CountedWorkload* counted : changed) {
    std::vector<const CountedFunction*> functions;
    for (const CountedFunction& function : counted->functions)
      if (function.base != function.next) functions.push_back(&function);
    std::stable_sort(functions.begin(), functions.end(), [](auto* x, auto* y) {
      return std::fabs(x->next - x->base) > std::fabs(y->next - y->base);
    });
    std::string list;
    for (size_t k = 0; k < functions.size() && k < 4; ++k)
      list += fmt::format("{}{} {:+g}", k ? ", " : "", functions[k]->name,
                          functions[k]->next - functions[k]->base);
    claim.evidence.push_back(fmt::format("{}: {:+g} instructions per operation{}{}",
                                         counted->workload, counted->next - counted->base,
                                         list.empty() ? "" : ", in ", list));
  }
  claim.evidence.push_back("counts are no times: more instructions need not be slower");
  claim.experiments.push_back(
      {"measure whether the change of the path costs time: no difference refutes it as the cause",
       measure_both(a, "base", "new")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_exact_counts{"exact-counts",
                                    "an operation executes another number of instructions", apply};

}  // namespace lodestone::explain::rule_exact_counts
