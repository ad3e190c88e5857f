// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace lodestone::exact {

std::string FunctionDifference::reason() const {
  if (base.instructions == 0) return "new on the path";
  if (new_.instructions == 0) return "no longer on the path";
  if (base.calls != new_.calls) {
    // Called more often and nothing else: the instructions follow the calls.
    bool same_each = base.calls > 0 && new_.calls > 0 &&
                     base.instructions * new_.calls == new_.instructions * base.calls;
    return fmt::format("called {} times for {}{}", new_.calls, base.calls,
                       same_each ? "" : ", and other instructions");
  }
  int64_t difference = instructions();
  if (difference == 0)
    return base.code_hash == new_.code_hash ? "the same" : "other code, as many instructions";
  return fmt::format("{} instruction{} {}", std::llabs(difference),
                     std::llabs(difference) == 1 ? "" : "s", difference > 0 ? "longer" : "shorter");
}

Differences differences_of(const Functions& base, const Functions& new_) {
  Differences result;
  result.same_instructions = result.same_branches = result.same_calls = result.same_code = true;
  auto consider = [&](const std::string& name, const FunctionCount& a, const FunctionCount& b) {
    result.same_instructions = result.same_instructions && a.instructions == b.instructions;
    result.same_branches = result.same_branches && a.branches == b.branches;
    result.same_calls = result.same_calls && a.calls == b.calls;
    result.same_code = result.same_code && a.code_hash == b.code_hash;
    if (a.instructions == b.instructions && a.branches == b.branches && a.calls == b.calls &&
        a.code_hash == b.code_hash)
      return;
    FunctionDifference difference{name, a, b};
    result.sum += difference.instructions();
    result.absolute += static_cast<uint64_t>(std::llabs(difference.instructions()));
    result.functions.push_back(std::move(difference));
  };
  for (const auto& [name, a] : base) {
    auto found = new_.find(name);
    consider(name, a, found == new_.end() ? FunctionCount{} : found->second);
  }
  for (const auto& [name, b] : new_)
    if (!base.contains(name)) consider(name, FunctionCount{}, b);
  std::stable_sort(result.functions.begin(), result.functions.end(),
                   [](const auto& a, const auto& b) {
                     return std::llabs(a.instructions()) > std::llabs(b.instructions());
                   });
  return result;
}

size_t Differences::telling() const {
  uint64_t seen = 0;
  for (size_t i = 0; i < functions.size(); ++i) {
    if (seen * 100 >= absolute * 99) return i;
    seen += static_cast<uint64_t>(std::llabs(functions[i].instructions()));
  }
  return functions.size();
}

CountComparison compare_count(const WorkloadOutcome& base, const WorkloadOutcome& new_,
                              size_t quantity, const Differences& kernel, const Differences& user,
                              bool deterministic) {
  CountComparison result;
  const Distribution& a = base.counts[quantity];
  const Distribution& b = new_.counts[quantity];
  auto mode_a = a.mode();
  auto mode_b = b.mode();
  // Like is compared with like: where one side has no common value, both give their smallest.
  result.usual = mode_a.has_value() && mode_b.has_value();
  uint64_t raw_a = result.usual ? *mode_a : a.minimum();
  uint64_t raw_b = result.usual ? *mode_b : b.minimum();
  result.base = static_cast<double>(raw_a) / base.counted;
  result.new_ = static_cast<double>(raw_b) / new_.counted;
  double change = result.new_ - result.base;
  result.direction = change > 0 ? Verdict::more : change < 0 ? Verdict::less : Verdict::equal;
  if (!deterministic) {
    result.note = "two boots of one side differ";
    return result;
  }
  if (base.counted != new_.counted) {
    result.note = "the workload counted another number of operations";
    return result;
  }
  const Differences& own = quantity % 2 == 0 ? kernel : user;
  bool paths = base.has_path && new_.has_path && base.usual == new_.usual;
  bool steady = base.path_different == 0 && new_.path_different == 0;
  if (raw_a != raw_b && result.usual) {
    result.verdict = result.direction;
    return result;
  }
  if (!result.usual) result.note = "no usual value: smallest of all operations";
  if (raw_a != raw_b)
    return result;  // smallest values differ by chance of state; see the functions
  bool same = quantity < 2   ? own.same_instructions
              : quantity < 4 ? own.same_branches
                             : own.same_calls;
  if (paths && own.same_counts() && own.same_code && steady)
    result.verdict = Verdict::identical;
  else if (paths && same)
    result.verdict = Verdict::equal;
  else if (paths)
    result.note = "as many in all, but not in every function";
  else
    result.note = "as many in all; the functions are not known";
  return result;
}

}  // namespace lodestone::exact
