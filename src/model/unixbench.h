// SPDX-License-Identifier: GPL-2.0-or-later
// The tests of UnixBench (5.1.3 and 6.0.0) as names, titles, units and baselines, and its
// arithmetic: how passes become a score, a score an index, indexes the index score. Pure; readers,
// writers and the planner share it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lodestone {

struct UnixbenchTest {
  const char* name;      // "pipe"; our workload is unixbench/NAME
  const char* title;     // as its report prints it
  const char* label;     // unit as printed: lps, lpm, KBps, MWIPS
  int timebase;          // seconds to which the rate refers: 1, 60; 0: the count is a rate already
  double baseline;       // 0: none, so no index
  const char* category;  // "system" or "misc"
  int seconds;           // of one pass in the original schedule
  int passes;            // of the original schedule: 10 ("long") or 3 ("short")
  bool in_index;         // one of the 12
};

// In the order of its own list.
extern const std::span<const UnixbenchTest> unixbench_tests;
const UnixbenchTest* find_unixbench_test(std::string_view name);    // nullptr if there is none
const UnixbenchTest* find_unixbench_title(std::string_view title);  // nullptr if there is none

// The tests of a group (index, system, oldsystem, arithmetic, fs, shell, misc, dhry, dhrystone,
// whets, whetstone, speed, all) in order; empty if the name is no group.
std::vector<std::string> unixbench_group(std::string_view name);
extern const std::span<const char* const> unixbench_group_names;

// One pass: the copies' counts summed, their times averaged.
struct UnixbenchPass {
  double count = 0;
  double seconds = 0;
};
struct UnixbenchScore {
  double score = 0;    // per timebase
  double seconds = 0;  // mean of the kept passes
  int samples = 0;     // kept passes
};
// Sorts by raw count, drops the lowest third (floor), takes the geometric mean of the kept passes'
// rates; a zero rate adds nothing to the sum of logarithms but counts in the number. Passes must
// not be empty.
UnixbenchScore unixbench_score(std::vector<UnixbenchPass> passes, int timebase);

// score / baseline * 10.
double unixbench_index(double score, double baseline);

struct UnixbenchRatio {
  double score = 0, baseline = 0;
};
// 10 * geometric mean of score / baseline over tests with a baseline; nothing if there are none.
// Ratios under 1e-6 add nothing to the sum but count.
std::optional<double> unixbench_index_score(std::span<const UnixbenchRatio> tests);

}  // namespace lodestone
