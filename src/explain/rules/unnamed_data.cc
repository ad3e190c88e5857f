// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_unnamed_data {
namespace {

void apply(const Analysis& a, Explanation& e) {
  if (a.code.percpu_moves.empty()) return;
  const CodeKnowledge code = code_knowledge(a);
  std::vector<std::pair<int64_t, size_t>> often(a.code.percpu_moves.begin(),
                                                a.code.percpu_moves.end());
  std::stable_sort(often.begin(), often.end(),
                   [](const auto& x, const auto& y) { return x.second > y.second; });
  size_t places = 0;
  for (const auto& [distance, count] : often) places += count;
  std::string distances;
  for (size_t k = 0; k < often.size() && k < 3; ++k)
    distances += fmt::format("{}{:+}", k ? ", " : "", often[k].first);
  if (often.size() > 3) distances += " and other numbers of";
  Claim claim;
  claim.verdict = VerdictClass::data_layout;
  claim.certainty = code == CodeKnowledge::same_code ? 0.45 : 0.26;
  claim.sentence = fmt::format(
      "{}: per-CPU variables moved (by {} bytes); which ones, symbols of functions do not tell; {}",
      code == CodeKnowledge::same_code ? "only layout" : "data layout", distances,
      code == CodeKnowledge::same_code ? "the code is identical" : "code changed elsewhere too");
  claim.evidence.push_back(
      fmt::format("{} that the code reaches through %gs lie elsewhere",
                  plural(places, "place of per-CPU data", "places of per-CPU data")));
  e.missing.push_back(
      {"the names of data", "lodestone explain BASE/vmlinux NEW/vmlinux, unstripped"});
  claim.experiments.push_back(
      {"measure both kernels, each booted several times: equal speeds refute it",
       measure_both(a, "base", "new")});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_unnamed_data{"unnamed-data",
                                    "per-CPU data moved that only the code's offsets show", apply};

}  // namespace lodestone::explain::rule_unnamed_data
