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

namespace {

void sort(Differences& differences) {
  auto rank = [](const FunctionDifference& f) {
    return std::pair(f.by_state, -std::llabs(f.instructions()));
  };
  std::stable_sort(differences.functions.begin(), differences.functions.end(),
                   [&](const auto& a, const auto& b) {
                     if (rank(a) != rank(b)) return rank(a) < rank(b);
                     return a.other_code > b.other_code;
                   });
}

FunctionSpread spread_of(const WorkloadOutcome& outcome, const std::string& function) {
  auto found = outcome.spreads.find(function);
  if (found != outcome.spreads.end()) return found->second;
  // Nothing that was looked at executed it.
  return {!outcome.spreads.empty(), 0, {}};
}

bool steady_on_both(const WorkloadOutcome& base, const WorkloadOutcome& new_,
                    const std::string& function) {
  return spread_of(base, function).steady && spread_of(new_, function).steady;
}

// Called once or twice, but always as long: all its counts are multiples of one call's. Of shorter
// functions that may be by chance.
bool fixed_per_call(const WorkloadOutcome& outcome, const std::string& function) {
  constexpr uint64_t shortest = 10;
  auto count = outcome.kernel.find(function);
  if (count == outcome.kernel.end() || count->second.calls == 0 ||
      count->second.instructions % count->second.calls != 0)
    return false;
  uint64_t call = count->second.instructions / count->second.calls;
  const std::vector<uint64_t> common = spread_of(outcome, function).common;
  return call >= shortest && !common.empty() &&
         std::all_of(common.begin(), common.end(),
                     [call](uint64_t value) { return value % call == 0; });
}

// The one operation whose path is kept need not be a usual one in every function: what nine tenths
// of the operations executed stands for those functions that are steady.
void add_steady(Differences& differences, const WorkloadOutcome& base,
                const WorkloadOutcome& new_) {
  auto differs = [&](const std::string& name) {
    return steady_on_both(base, new_, name) &&
           spread_of(base, name).usual != spread_of(new_, name).usual;
  };
  std::erase_if(differences.functions, [&](const FunctionDifference& f) {
    return f.instructions() != 0 && steady_on_both(base, new_, f.function) && !differs(f.function);
  });
  std::map<std::string, FunctionSpread> all = base.spreads;
  all.insert(new_.spreads.begin(), new_.spreads.end());
  for (const auto& [name, spread] : all) {
    if (!differs(name)) continue;
    auto place = std::find_if(differences.functions.begin(), differences.functions.end(),
                              [&](const auto& f) { return f.function == name; });
    if (place == differences.functions.end()) {
      FunctionDifference difference;
      difference.function = name;
      auto a = base.kernel.find(name);
      auto b = new_.kernel.find(name);
      if (a != base.kernel.end()) difference.base = a->second;
      if (b != new_.kernel.end()) difference.new_ = b->second;
      differences.functions.push_back(std::move(difference));
      place = differences.functions.end() - 1;
    }
    place->base.instructions = spread_of(base, name).usual;
    place->new_.instructions = spread_of(new_, name).usual;
  }
}

}  // namespace

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
  sort(result);
  return result;
}

bool dominant(const WorkloadOutcome& outcome) {
  auto mode = outcome.counts[0].mode();
  return mode && outcome.counts[0].weakest_share(*mode) >= 0.5;
}

Differences kernel_differences(const WorkloadOutcome& base, const WorkloadOutcome& new_) {
  Differences result = differences_of(base.kernel, new_.kernel);
  if (base.code == nullptr || new_.code == nullptr) return result;
  result.same_image = base.code->same_image(*new_.code);
  for (const WorkloadOutcome* side : {&base, &new_})
    for (const auto& [name, spread] : side->spreads)
      result.any_other_code = result.any_other_code || base.code->differs(*new_.code, name);
  bool both_dominant = dominant(base) && dominant(new_);
  if (!both_dominant) add_steady(result, base, new_);
  result.sum = 0;
  result.absolute = 0;
  for (FunctionDifference& function : result.functions) {
    function.other_code = base.code->differs(*new_.code, function.function);
    bool led_to = function.base.calls != function.new_.calls;
    if (both_dominant)
      function.by_state = !function.other_code && !led_to && !result.any_other_code;
    else if (function.other_code && !led_to && fixed_per_call(base, function.function) &&
             fixed_per_call(new_, function.function))
      function.by_state = false;
    else
      function.by_state = !steady_on_both(base, new_, function.function) ||
                          !(function.other_code || (led_to && result.any_other_code));
    if (function.by_state) continue;
    result.sum += function.instructions();
    result.absolute += static_cast<uint64_t>(std::llabs(function.instructions()));
  }
  sort(result);
  return result;
}

size_t Differences::telling() const {
  uint64_t seen = 0;
  for (size_t i = 0; i < functions.size(); ++i) {
    if (seen * 100 >= absolute * 99 || functions[i].by_state) return i;
    seen += static_cast<uint64_t>(std::llabs(functions[i].instructions()));
  }
  return functions.size();
}

namespace {

// Boots that disagree are no sample of anything: what they leave is the range of what was seen.
std::optional<Interval> range_of_boots(const WorkloadOutcome& base, const WorkloadOutcome& new_,
                                       size_t quantity) {
  if (base.by_boot[quantity].empty() && new_.by_boot[quantity].empty()) return std::nullopt;
  const auto bounds = [quantity](const WorkloadOutcome& side) {
    const std::vector<double>& values = side.by_boot[quantity];
    if (values.empty()) return Interval{side.headline(quantity), side.headline(quantity)};
    return Interval{*std::min_element(values.begin(), values.end()),
                    *std::max_element(values.begin(), values.end())};
  };
  const Interval a = bounds(base), b = bounds(new_);
  return Interval{b.low - a.high, b.high - a.low};
}

}  // namespace

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
  result.difference = change;
  result.direction = change > 0 ? Verdict::more : change < 0 ? Verdict::less : Verdict::equal;
  if (!deterministic) {
    result.range = range_of_boots(base, new_, quantity);
    result.note = result.range
                      ? fmt::format("boots of one side differ: the change is {:+g} to {:+g}",
                                    result.range->low, result.range->high)
                      : "one boot of a side: not checked whether another counts the same";
    return result;
  }
  if (base.counted != new_.counted) {
    result.note = "the workload counted another number of operations";
    return result;
  }
  bool of_kernel = quantity % 2 == 0;
  const Differences& own = of_kernel ? kernel : user;
  bool known_code = base.code != nullptr && new_.code != nullptr;
  bool firm = result.usual && a.weakest_share(raw_a) >= 0.5 && b.weakest_share(raw_b) >= 0.5;
  if (!result.usual) result.note = "no usual value: smallest of all operations";
  if (firm && raw_a != raw_b) {
    bool explained = !of_kernel || !known_code || kernel.any_other_code || !kernel.same_calls;
    if (explained)
      result.verdict = result.direction;
    else
      result.note = "the same code and the same calls: data or the state of caches decide";
    return result;
  }
  // Where nothing dominates, only what the functions' fixed counts add up to is a change.
  if (!firm && of_kernel && known_code) {
    if (quantity == 0) {
      double sum = static_cast<double>(kernel.sum) / base.counted;
      result.direction = sum > 0 ? Verdict::more : sum < 0 ? Verdict::less : Verdict::equal;
      result.difference = sum;
      if (kernel.sum != 0) {
        result.verdict = result.direction;
        if (sum != change) result.note = "by functions of fixed count; the rest varies by state";
        return result;
      }
    } else if (kernel.sum != 0 && raw_a != raw_b) {
      result.note = "varies by state";
      return result;
    }
  }
  if (raw_a != raw_b) {
    if (!kernel.any_other_code && known_code && of_kernel) {
      result.note = "the same code in every function; the count varies by state";
      result.direction = Verdict::equal;
      result.difference = 0;
    }
    return result;
  }
  bool paths = base.has_path && new_.has_path && base.usual == new_.usual;
  // Operations of one size that went another way were not compared path by path. They do not matter
  // where every function that any operation executed has the same code, and all counts are the
  // same.
  bool all_alike = known_code && !kernel.any_other_code && a.values() == b.values() &&
                   base.path_seen == new_.path_seen && base.path_different == new_.path_different;
  bool steady = all_alike || (base.path_different == 0 && new_.path_different == 0);
  bool other_code = of_kernel && !firm && kernel.any_other_code;
  bool same = quantity < 2   ? own.same_instructions
              : quantity < 4 ? own.same_branches
                             : own.same_calls;
  if (paths && own.same_counts() && own.same_code && steady && !other_code)
    result.verdict = Verdict::identical;
  else if (paths && same) {
    result.verdict = Verdict::equal;
    if (own.same_counts() && own.same_code && !other_code) result.note = other_ways_not_compared;
  } else if (paths)
    result.note = "as many in all, but not in every function";
  else
    result.note = "as many in all; the functions are not known";
  return result;
}

}  // namespace lodestone::exact
