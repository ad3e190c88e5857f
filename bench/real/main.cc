// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone-bench-real record FILE PAIRS WORKLOAD...: equal arms of real workloads, interleaved as
// `ab` does, one line a pair, appended and durable, so that it may run for hours beside other work
// and be stopped at any time. lodestone-bench-real judge FILE...: `ab`'s decision on stretches that
// do not overlap: how often equal arms are called different, how often "no change bigger than 1 %"
// is proven and in what time, and how soon a slowdown planted into the recorded values is found;
// rivals' rules on the same pairs beside it.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "base/fd.h"
#include "base/rng.h"
#include "base/text.h"
#include "measure/interleave/schedule.h"
#include "measure/interleave/subject.h"
#include "ours.h"
#include "stats/counts.h"
#include "stats/ranks.h"
#include "stats/sample.h"
#include "stats/welch.h"
#include "sys/interrupt.h"
#include "workload/catalog.h"

using namespace lodestone;
using namespace lodestone::bench;

namespace {

struct Recorded {
  std::vector<ValuePair> pairs;
  std::vector<double> seconds;
};

int record(const std::string& path, int pairs, const std::vector<std::string>& names) {
  auto workloads = find_workloads(names);
  if (!workloads) {
    std::fputs(describe(workloads.error()).c_str(), stderr);
    return 2;
  }
  catch_interrupts();
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<bool> active;
  Arm arm;
  arm.label = "A";
  for (const auto* workload : *workloads) {
    subjects.push_back(workload_subject(*workload, {}));
    auto ready = subjects.back()->prepare(arm);
    if (!ready) std::fputs(describe(ready.error()).c_str(), stderr);
    active.push_back(ready.has_value());
  }
  std::FILE* out = std::fopen(path.c_str(), "a");
  if (!out) {
    std::perror(path.c_str());
    return 3;
  }
  const uint64_t seed = random_seed() >> 1;
  Schedule schedule(subjects.size(), seed);
  std::fprintf(out, "# seed %llu\n", static_cast<unsigned long long>(seed));
  for (int done = 0; done < pairs && !interrupted(); ++done)
    for (size_t i : schedule.round(active)) {
      const bool base_first = schedule.base_first(i);
      double values[2] = {}, seconds = 0;
      bool good = true;
      for (int slot = 0; slot < 2 && good; ++slot) {
        const int side = (slot == 0) == base_first ? 0 : 1;
        auto seen = subjects[i]->measure(arm, side, {schedule.padding()});
        good = seen && seen->error.empty();
        if (!good) break;
        values[side] = seen->values[subjects[i]->metrics.front().metric.id];
        seconds += seen->pass.elapsed_seconds;
      }
      if (!good) continue;
      std::fprintf(out, "%s %d %s %s %s\n", subjects[i]->name.c_str(), base_first ? 1 : 0,
                   shortest(values[0]).c_str(), shortest(values[1]).c_str(),
                   fixed(seconds, 4).c_str());
      std::fflush(out);
    }
  std::fclose(out);
  return 0;
}

Result<std::map<std::string, Recorded>> load(const std::string& path) {
  LODESTONE_ASSIGN(const std::string text, read_file(path));
  std::map<std::string, Recorded> all;
  for (std::string_view line : split(text, '\n')) {
    const auto word = words(line);
    if (word.size() != 5 || word[0].starts_with("#")) continue;
    auto base = parse_double(word[2]), next = parse_double(word[3]),
         seconds = parse_double(word[4]);
    if (!base || !next || !seconds) continue;
    auto& record = all[std::string(word[0])];
    record.pairs.push_back({*base, *next, word[1] == "1"});
    record.seconds.push_back(*seconds);
  }
  return all;
}

struct Count {
  int verdicts = 0, changes = 0, same = 0, within = 0, found = 0;
  double seconds = 0, pairs = 0;
};

// Stretches one after another: each starts where the one before stopped.
Count replay(const Recorded& record, double effect, const stats::Looks& looks) {
  Count count;
  const Rules rules;
  for (size_t at = 0; at + 8 <= record.pairs.size();) {
    const size_t length = std::min<size_t>(96, record.pairs.size() - at);
    std::vector<ValuePair> stretch(record.pairs.begin() + static_cast<long>(at),
                                   record.pairs.begin() + static_cast<long>(at + length));
    // A slowdown by this share, on whichever scale the metric has.
    for (auto& pair : stretch) pair.new_ *= std::exp(effect);
    const auto outcome = sequential(stretch, effect, looks, rules);
    // The recording ended before the answer: not counted, either way.
    if (length < 96 && outcome.verdict == Verdict::undecided) break;
    double seconds = 0;
    for (size_t i = at; i < at + outcome.pairs; ++i) seconds += record.seconds[i];
    ++count.verdicts;
    count.changes += is_change(outcome.verdict);
    count.same += outcome.verdict == Verdict::same;
    count.within += outcome.verdict == Verdict::same && seconds <= 10;
    count.found += outcome.verdict == Verdict::slower;
    count.seconds += seconds;
    count.pairs += static_cast<double>(outcome.pairs);
    at += outcome.pairs + outcome.pairs % 2;
  }
  return count;
}

// Rivals on the recorded values: base and new of ten pairs as two blocks, without their pairing.
void replay_rivals(const Recorded& record, int& trials, int& welch_changes, int& u_changes,
                   int& lkp_changes) {
  for (size_t at = 0; at + 20 <= record.pairs.size(); at += 20) {
    std::vector<double> a, b;
    // Arms one after the other: ten processes in the order measured, then ten more.
    for (size_t i = at; i < at + 10; ++i) a.push_back(record.pairs[i].base);
    for (size_t i = at + 10; i < at + 20; ++i) b.push_back(record.pairs[i].new_);
    ++trials;
    if (auto estimate = stats::welch(a, b)) welch_changes += stats::t_p_value(*estimate) < .05;
    if (auto test = stats::mann_whitney(a, b)) u_changes += test->p < .05;
    std::vector<double> three(a.begin(), a.begin() + 3), other(b.begin(), b.begin() + 3);
    std::sort(three.begin(), three.end());
    std::sort(other.begin(), other.end());
    const bool apart = (other[0] > three[1] && other[1] > three[2]) ||
                       (three[0] > other[1] && three[1] > other[2]);
    lkp_changes += apart && std::max(three[1], other[1]) / std::min(three[1], other[1]) > 1.01;
  }
}

int judge(const std::string& path) {
  auto all = load(path);
  if (!all) {
    std::fputs(describe(all.error()).c_str(), stderr);
    return 2;
  }
  const auto looks = *stats::Looks::plan(stats::usual_looks(96), 96);
  Count pooled;
  int trials = 0, welch_changes = 0, u_changes = 0, lkp_changes = 0;
  std::printf("%-24s %6s %8s %9s %8s %7s %7s %9s %8s %8s %8s %8s\n", "workload", "pairs", "pair sd",
              "verdicts", "false", "same", "in 10 s", "s/answer", "+1% fnd", "s", "+2% fnd", "s");
  for (const auto& [name, record] : *all) {
    std::vector<double> differences;
    for (const auto& pair : record.pairs)
      differences.push_back(std::log(pair.new_) - std::log(pair.base));
    const Count none = replay(record, 0, looks), one = replay(record, std::log1p(.01), looks),
                two = replay(record, std::log1p(.02), looks);
    auto share = [](int count, int of) { return of ? 100.0 * count / of : 0.0; };
    std::printf("%-24s %6zu %7.2f%% %9d %8d %6.1f%% %6.1f%% %9.2f %7.1f%% %8.2f %7.1f%% %8.2f\n",
                name.c_str(), record.pairs.size(),
                100 * stats::robust_deviation(differences).value_or(0), none.verdicts, none.changes,
                share(none.same, none.verdicts), share(none.within, none.verdicts),
                none.seconds / std::max(1, none.verdicts), share(one.found, one.verdicts),
                one.seconds / std::max(1, one.verdicts), share(two.found, two.verdicts),
                two.seconds / std::max(1, two.verdicts));
    pooled.verdicts += none.verdicts;
    pooled.changes += none.changes;
    pooled.same += none.same;
    pooled.within += none.within;
    replay_rivals(record, trials, welch_changes, u_changes, lkp_changes);
  }
  if (pooled.verdicts) {
    const auto limits = stats::clopper_pearson(pooled.changes, pooled.verdicts);
    std::printf(
        "\nequal arms: %d verdicts, %d false changes, %.2f %% (95 %% limits %.2f to %.2f %%); no "
        "change proven in %.1f "
        "%%, within 10 s in %.1f %%\n",
        pooled.verdicts, pooled.changes, 100.0 * pooled.changes / pooled.verdicts, 100 * limits.low,
        100 * limits.high, 100.0 * pooled.same / pooled.verdicts,
        100.0 * pooled.within / pooled.verdicts);
  }
  if (trials)
    std::printf(
        "other rules on the same processes, arms one after the other, 10 a side (%d trials): Welch "
        "%.1f %%, U test "
        "%.1f %%, LKP n=3 with ratio 1.01 %.1f %% called different\n",
        trials, 100.0 * welch_changes / trials, 100.0 * u_changes / trials,
        100.0 * lkp_changes / trials);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 4 && words[0] == "record") {
    const auto pairs = parse_integer(words[2]);
    if (pairs && *pairs > 0)
      return record(words[1], static_cast<int>(*pairs), {words.begin() + 3, words.end()});
  }
  if (words.size() >= 2 && words[0] == "judge") {
    int code = 0;
    for (size_t i = 1; i < words.size(); ++i) {
      std::printf("%s\n", words[i].c_str());
      code = std::max(code, judge(words[i]));
    }
    return code;
  }
  std::fprintf(stderr, "usage: %s record FILE PAIRS WORKLOAD... | judge FILE...\n", argv[0]);
  return 2;
}
