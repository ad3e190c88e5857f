// SPDX-License-Identifier: GPL-2.0-or-later
#include "replay.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ours.h"
#include "stats/counts.h"
#include "stats/ranks.h"
#include "stats/sample.h"
#include "stats/trimmed.h"
#include "stats/welch.h"

namespace lodestone::bench {
namespace {

constexpr int relabel_draws = 20;

std::string share_with_limits(int count, int of) {
  if (of == 0) return "-";
  const auto limits = stats::clopper_pearson(count, of);
  return std::to_string(count) + " of " + std::to_string(of) + " (" +
         lodestone::fixed(100.0 * count / of, 1) + " %; " + lodestone::fixed(100 * limits.low, 1) +
         " to " + lodestone::fixed(100 * limits.high, 1) + ")";
}

std::string mean_text(double sum, int of) {
  return of ? lodestone::fixed(sum / of, 2) : "-";
}

std::vector<double> differences_of(const std::vector<RecordedPair>& pairs) {
  std::vector<double> result;
  for (const auto& pair : pairs)
    result.push_back(std::log(pair.values.new_) - std::log(pair.values.base));
  return result;
}

}  // namespace

void Count::add(const Count& other) {
  verdicts += other.verdicts;
  changes += other.changes;
  same += other.same;
  same_within += other.same_within;
  slower += other.slower;
  seconds += other.seconds;
  pairs += other.pairs;
}

Count replay(const std::vector<RecordedPair>& recorded, const stats::Looks& looks) {
  Count count;
  const Rules rules;
  const auto most_pairs = static_cast<size_t>(looks.most());
  for (size_t at = 0; at + 8 <= recorded.size();) {
    const size_t length = std::min(most_pairs, recorded.size() - at);
    std::vector<ValuePair> stretch;
    for (size_t i = at; i < at + length; ++i) stretch.push_back(recorded[i].values);
    const auto outcome = sequential(stretch, 0, looks, rules);
    if (length < most_pairs && outcome.verdict == Verdict::undecided) break;
    double seconds = 0;
    for (size_t i = at; i < at + outcome.pairs; ++i) seconds += recorded[i].seconds;
    ++count.verdicts;
    count.changes += is_change(outcome.verdict);
    count.same += outcome.verdict == Verdict::same;
    count.same_within += outcome.verdict == Verdict::same && seconds <= 10;
    count.slower += outcome.verdict == Verdict::slower;
    count.seconds += seconds;
    count.pairs += static_cast<double>(outcome.pairs);
    at += outcome.pairs + outcome.pairs % 2;  // whole blocks
  }
  return count;
}

Count relabelled(const std::vector<RecordedPair>& pairs, const stats::Looks& looks, int draws,
                 uint64_t seed) {
  Rng rng(seed);
  Count count;
  for (int draw = 0; draw < draws; ++draw) {
    auto again = pairs;
    for (size_t block = 0; block < again.size(); block += 2) {
      if (rng.coin()) continue;
      for (size_t i = block; i < std::min(block + 2, again.size()); ++i) {
        std::swap(again[i].values.base, again[i].values.new_);
        again[i].values.base_first = !again[i].values.base_first;
      }
    }
    count.add(replay(again, looks));
  }
  return count;
}

Shown shown_effect(const std::vector<RecordedPair>& pairs) {
  std::vector<stats::Difference> differences;
  for (const auto& pair : pairs)
    differences.push_back(
        {std::log(pair.values.new_) - std::log(pair.values.base), pair.values.base_first});
  const auto effect = stats::stratified_effect(differences);
  if (!effect) return {};
  const auto interval = stats::t_interval(effect->effect, .05);
  return {stats::percent_of_log(effect->effect.value), stats::percent_of_log(interval.low),
          stats::percent_of_log(interval.high)};
}

void add_rivals(const std::vector<RecordedPair>& recorded, Rivals& rivals) {
  for (const auto& pair : recorded)
    if (std::isfinite(pair.u_test_p)) {
      ++rivals.processes;
      rivals.u_process += pair.u_test_p < .05;
    }
  for (size_t at = 0; at + 20 <= recorded.size(); at += 20) {
    std::vector<double> a, b;
    // Arms one after the other: ten processes in the order measured, then ten more.
    for (size_t i = at; i < at + 10; ++i) a.push_back(recorded[i].values.base);
    for (size_t i = at + 10; i < at + 20; ++i) b.push_back(recorded[i].values.new_);
    ++rivals.trials;
    if (const auto estimate = stats::welch(a, b)) rivals.welch += stats::t_p_value(*estimate) < .05;
    if (const auto test = stats::mann_whitney(a, b)) rivals.u_blocks += test->p < .05;
    // The last three of one arm and the first three of the other.
    std::vector<double> three(a.end() - 3, a.end()), other(b.begin(), b.begin() + 3);
    std::sort(three.begin(), three.end());
    std::sort(other.begin(), other.end());
    const bool apart = (other[0] > three[1] && other[1] > three[2]) ||
                       (three[0] > other[1] && three[1] > other[2]);
    rivals.lkp += apart && std::max(three[1], other[1]) / std::min(three[1], other[1]) > 1.01;
  }
}

std::string report_of(const Recording& recording) {
  // The usual most, and fewer: --max-pairs, or a short budget. Shorter stretches give more
  // verdicts.
  constexpr int most[] = {96, 40, 16};
  std::vector<stats::Looks> plans;
  for (int pairs : most) plans.push_back(*stats::Looks::plan(stats::usual_looks(pairs), pairs));
  Count pooled[3], shorter[std::size(most)], anew[std::size(most)];
  Rivals rivals;
  std::string out =
      "| workload | planted | shown by all pairs | pairs | pair sd | verdicts | false changes | no "
      "change > 1 % proven | found slower | mean pairs | mean s |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& [key, pairs] : recording.pairs) {
    const auto& [workload, percent] = key;
    if (percent < 0 || percent > 2) continue;
    const bool equal = percent == 0;
    const Count count = replay(pairs, plans.front());
    pooled[percent].add(count);
    for (size_t k = 0; equal && k < plans.size(); ++k) {
      shorter[k].add(replay(pairs, plans[k]));
      anew[k].add(relabelled(pairs, plans[k], relabel_draws, 1));
    }
    const Shown shown = shown_effect(pairs);
    out += "| " + workload + " | " + (equal ? "none" : "+" + std::to_string(percent) + " %") +
           " | " + lodestone::fixed(shown.percent, 2) + " % [" + lodestone::fixed(shown.low, 2) +
           ", " + lodestone::fixed(shown.high, 2) + "] | " + std::to_string(pairs.size()) + " | " +
           lodestone::fixed(100 * stats::robust_deviation(differences_of(pairs)).value_or(0), 2) +
           " % | " + std::to_string(count.verdicts) + " | " +
           (equal ? std::to_string(count.changes) : std::string("-")) + " | " +
           std::to_string(count.same) + " | " +
           (equal ? std::string("-") : std::to_string(count.slower)) + " | " +
           mean_text(count.pairs, count.verdicts) + " | " +
           mean_text(count.seconds, count.verdicts) + " |\n";
    if (equal) add_rivals(pairs, rivals);
  }
  out += "\n| pooled over workloads (95 % limits after Clopper and Pearson) | |\n|---|---|\n";
  const Count& equal = pooled[0];
  out += "| equal arms: called different | " + share_with_limits(equal.changes, equal.verdicts) +
         " |\n";
  for (size_t k = 1; k < plans.size(); ++k)
    out += "| equal arms: called different, at most " + std::to_string(most[k]) + " pairs | " +
           share_with_limits(shorter[k].changes, shorter[k].verdicts) + " |\n";
  for (size_t k = 0; k < plans.size(); ++k)
    out += "| the same, the blocks' coins thrown anew " + std::to_string(relabel_draws) +
           " times, at most " + std::to_string(most[k]) + " pairs | " +
           (anew[k].verdicts ? lodestone::fixed(100.0 * anew[k].changes / anew[k].verdicts, 1) +
                                   " % of " + std::to_string(anew[k].verdicts)
                             : std::string("-")) +
           " |\n";
  out += "| equal arms: no change > 1 % proven | " + share_with_limits(equal.same, equal.verdicts) +
         " |\n| equal arms: proven within 10 s of measuring | " +
         share_with_limits(equal.same_within, equal.verdicts) +
         " |\n| equal arms: mean measuring to the answer | " +
         mean_text(equal.seconds, equal.verdicts) + " s |\n";
  for (int percent : {1, 2}) {
    const std::string name = "| planted +" + std::to_string(percent) + " %: ";
    const Count& count = pooled[percent];
    out += name + "found slower | " + share_with_limits(count.slower, count.verdicts) + " |\n" +
           name + "mean measuring to the answer | " + mean_text(count.seconds, count.verdicts) +
           " s |\n";
  }
  out += "| Welch on the same processes, 10 a side, one arm after the other | " +
         share_with_limits(rivals.welch, rivals.trials) + " called different |\n" +
         "| U test on the same | " + share_with_limits(rivals.u_blocks, rivals.trials) + " |\n" +
         "| U test, nine stretches of one process a side | " +
         share_with_limits(rivals.u_process, rivals.processes) + " |\n" +
         "| LKP's rule, three a side, ratio 1.01 | " +
         share_with_limits(rivals.lkp, rivals.trials) + " |\n";
  return out;
}

}  // namespace lodestone::bench
