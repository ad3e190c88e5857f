// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone-bench-statistics [RUNS] [SEED] [cells|rules|boots|discovery]: coverage, false verdicts
// and power of the product's rule, and of rivals' rules, on simulated noise. 500 runs a cell take
// seconds, 20000 minutes.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "ours.h"
#include "rivals.h"
#include "stats/multiplicity.h"
#include "stats/planning.h"
#include "stats/sum.h"

using namespace lodestone;
using namespace lodestone::bench;

namespace {

double share(int count, int runs) {
  return 100.0 * count / runs;
}

void ours(int runs, uint64_t seed) {
  const Rules rules;
  const auto looks = *stats::Looks::plan(stats::usual_looks(96), 96);
  const auto fixed_looks = *stats::Looks::plan({24}, 24);
  std::printf("%-24s %7s %9s %9s %8s %8s %8s %8s %8s %22s\n", "cell", "pair sd", "cover n24",
              "cover seq", "false", "same", "+1% fnd", "+2% fnd", "wrong", "pairs at 0/+1/+2/+5 %");
  for (const Cell& cell : matrix()) {
    Rng rng(seed);
    int covered_fixed = 0, covered_sequential = 0, changes = 0, same = 0, found[3] = {}, wrong = 0,
        all = 0;
    double pairs[4] = {};
    // Of log ratios of equal arms: courses add to the noise that pairs alone have.
    stats::Sum squares;
    double differences = 0;
    const double effects[4] = {0, std::log1p(.01), std::log1p(.02), std::log1p(.05)};
    for (int i = 0; i < runs; ++i) {
      covered_fixed += bench::fixed(make_pairs(cell, 0, 24, rng), 0, fixed_looks, rules).covered;
      for (int e = 0; e < 4; ++e) {
        const auto made = make_pairs(cell, effects[e], 96, rng);
        if (e == 0)
          for (const ValuePair& pair : made) {
            const double log_ratio = cell.ratios() ? std::log(pair.new_ / pair.base) : 0;
            squares.add(log_ratio * log_ratio);
            ++differences;
          }
        const auto outcome = sequential(made, effects[e], looks, rules);
        pairs[e] += static_cast<double>(outcome.pairs);
        if (e == 0 || cell.ratios()) {
          covered_sequential += outcome.covered;
          ++all;
        }
        if (e == 0) {
          changes += is_change(outcome.verdict);
          same += outcome.verdict == Verdict::same;
        } else {
          found[e - 1] += outcome.verdict == Verdict::slower;
          // +2 and +5 % called "no change bigger than 1 %", or any called faster.
          wrong +=
              outcome.verdict == Verdict::faster || (e > 1 && outcome.verdict == Verdict::same);
        }
      }
    }
    std::printf(
        "%-24s %6.2f%% %8.1f%% %8.1f%% %7.2f%% %7.1f%% %7.1f%% %7.1f%% %7.2f%% %5.1f %5.1f %5.1f "
        "%5.1f\n",
        cell.name().c_str(), 100 * std::sqrt(squares.value() / differences),
        share(covered_fixed, runs), share(covered_sequential, all), share(changes, runs),
        share(same, runs), share(found[0], runs), share(found[1], runs), share(wrong, 3 * runs),
        pairs[0] / runs, pairs[1] / runs, pairs[2] / runs, pairs[3] / runs);
    std::fflush(stdout);
  }
}

void others(int runs, uint64_t seed) {
  const Cell cells[] = {{Law::normal},
                        {Law::spikes},
                        {Law::bimodal},
                        {Law::normal, Course::drift},
                        {Law::normal, Course::ar8},
                        {Law::quantised}};
  std::printf("\n%-34s", "false changes of other rules");
  for (const Cell& cell : cells) std::printf(" %13s", cell.name().c_str());
  std::printf(" %10s\n", "+1% found");
  for (const Rival& rival : rivals) {
    std::printf("%-34s", rival.name);
    for (const Cell& cell : cells) {
      Rng rng(seed);
      int changed = 0;
      for (int i = 0; i < runs; ++i) changed += rival.changed(cell, 0, rng);
      std::printf(" %12.1f%%", share(changed, runs));
    }
    Rng rng(seed);
    int found = 0;
    for (int i = 0; i < runs; ++i) found += rival.changed(cells[0], std::log1p(.01), rng);
    std::printf(" %9.1f%%\n", share(found, runs));
    std::fflush(stdout);
  }
}

// Stored runs of several boots a side. The boot is the unit; beside it Welch's test on
// all processes, as if they were independent.
void boots(int runs, uint64_t seed) {
  const Rules rules;
  std::printf("\n%-34s %9s %8s %8s %26s\n", "boots a side, 5 processes a boot", "cover", "false",
              "+2% fnd", "false, Welch on processes");
  for (int count : {3, 6, 10, 16})
    for (double ratio : {0.0, 1.0, 3.0}) {
      const BootCell cell{count, 5, .01, .01 * ratio};
      Rng rng(seed);
      int covered = 0, changes = 0, found = 0, by_process = 0;
      for (int i = 0; i < runs; ++i) {
        const Boots sides = make_boots(cell, 0, rng);
        const Outcome outcome = unpaired(sides, 0, rules);
        covered += outcome.covered;
        changes += is_change(outcome.verdict);
        by_process += pooled_welch_differs(sides);
        const double effect = std::log1p(.02);
        found += unpaired(make_boots(cell, effect, rng), effect, rules).verdict == Verdict::slower;
      }
      std::printf("%2d boots, boot sd / process sd = %.0f   %8.1f%% %7.2f%% %7.1f%% %25.1f%%\n",
                  count, ratio, share(covered, runs), share(changes, runs), share(found, runs),
                  share(by_process, runs));
    }
}

// 1000 metrics, 20 of them changed by 2 pair standard deviations, together.
void discovery(int runs, uint64_t seed) {
  const Rules rules;
  const auto one = *stats::Looks::plan({24}, 24);
  Rng rng(seed);
  const Cell cell{};
  SideMeasurement side;
  side.measurement.metric = {"simulated.time", "", "s", Better::lower, Kind::time};
  double false_share = 0, found = 0;
  for (int i = 0; i < runs; ++i) {
    std::vector<Evidence> evidence;
    for (int m = 0; m < 1000; ++m) {
      evidence.push_back(
          weigh_pairs(side, make_pairs(cell, m < 20 ? .02 : 0, 24, rng), one, 0, rules));
      evidence.back().band = 0;  // changes only: equivalence would hide the small ones
    }
    std::vector<Finding> findings;
    const auto rows = settle(evidence, rules, findings);
    int right = 0, wrong = 0;
    for (int m = 0; m < 1000; ++m)
      (m < 20 ? right : wrong) += is_change(rows[static_cast<size_t>(m)].verdict);
    false_share += right + wrong ? static_cast<double>(wrong) / (right + wrong) : 0;
    found += right / 20.0;
  }
  std::printf(
      "\n1000 metrics, 20 changed by 2 pair sd, 24 pairs: false discovery %.2f%%, found %.1f%% (%d "
      "runs)\n",
      100 * false_share / runs, 100 * found / runs, runs);
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 500;
  const auto seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  if (runs < 1) {
    std::fprintf(stderr, "usage: %s [RUNS] [SEED] [cells|rules|boots|discovery]\n", argv[0]);
    return 2;
  }
  std::printf("%d runs a cell, seed %llu, margin 1 %%, alpha 5 %%\n\n", runs,
              static_cast<unsigned long long>(seed));
  const std::string part = argc > 3 ? argv[3] : "";
  if (part.empty() || part == "cells") ours(runs, seed);
  if (part.empty() || part == "rules") others(runs, seed);
  if (part.empty() || part == "boots") boots(runs, seed);
  if (part.empty() || part == "discovery") discovery(std::max(3, runs / 50), seed);
}
