// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unixbench.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lodestone {
namespace {

constexpr UnixbenchTest tests[] = {
    {"dhry2reg", "Dhrystone 2 using register variables", "lps", 1, 116700, "system", 10, 10, true},
    {"whetstone-double", "Double-Precision Whetstone", "MWIPS", 0, 55, "system", 10, 10, true},
    {"execl", "Execl Throughput", "lps", 1, 43, "system", 30, 3, true},
    {"fstime", "File Copy 1024 bufsize 2000 maxblocks", "KBps", 0, 3960, "system", 30, 3, true},
    {"fsbuffer", "File Copy 256 bufsize 500 maxblocks", "KBps", 0, 1655, "system", 30, 3, true},
    {"fsdisk", "File Copy 4096 bufsize 8000 maxblocks", "KBps", 0, 5800, "system", 30, 3, true},
    {"pipe", "Pipe Throughput", "lps", 1, 12440, "system", 10, 10, true},
    {"context1", "Pipe-based Context Switching", "lps", 1, 4000, "system", 10, 10, true},
    {"spawn", "Process Creation", "lps", 1, 126, "system", 30, 3, true},
    {"shell1", "Shell Scripts (1 concurrent)", "lpm", 60, 42.4, "system", 60, 3, true},
    {"shell8", "Shell Scripts (8 concurrent)", "lpm", 60, 6, "system", 60, 3, true},
    {"syscall", "System Call Overhead", "lps", 1, 15000, "system", 10, 10, true},
    {"shell16", "Shell Scripts (16 concurrent)", "lpm", 60, 0, "system", 60, 3, false},
    {"fstime-w", "File Write 1024 bufsize 2000 maxblocks", "KBps", 0, 0, "system", 30, 3, false},
    {"fstime-r", "File Read 1024 bufsize 2000 maxblocks", "KBps", 0, 0, "system", 30, 3, false},
    {"fsbuffer-w", "File Write 256 bufsize 500 maxblocks", "KBps", 0, 0, "system", 30, 3, false},
    {"fsbuffer-r", "File Read 256 bufsize 500 maxblocks", "KBps", 0, 0, "system", 30, 3, false},
    {"fsdisk-w", "File Write 4096 bufsize 8000 maxblocks", "KBps", 0, 0, "system", 30, 3, false},
    {"fsdisk-r", "File Read 4096 bufsize 8000 maxblocks", "KBps", 0, 0, "system", 30, 3, false},
    {"arithoh", "Arithoh", "lps", 1, 0, "misc", 10, 3, false},
    {"short", "Arithmetic Test (short)", "lps", 1, 0, "misc", 10, 3, false},
    {"int", "Arithmetic Test (int)", "lps", 1, 0, "misc", 10, 3, false},
    {"long", "Arithmetic Test (long)", "lps", 1, 0, "misc", 10, 3, false},
    {"float", "Arithmetic Test (float)", "lps", 1, 0, "misc", 10, 3, false},
    {"double", "Arithmetic Test (double)", "lps", 1, 0, "misc", 10, 3, false},
    {"register", "Arithmetic Test (register)", "lps", 1, 0, "misc", 10, 3, false},
    {"dhry2", "Dhrystone 2 without register variables", "lps", 1, 0, "misc", 10, 10, false},
    {"hanoi", "Recursion Test -- Tower of Hanoi", "lps", 1, 0, "misc", 20, 3, false},
    {"dc", "Dc: sqrt(2) to 99 decimal places", "lpm", 60, 0, "misc", 30, 3, false},
    {"C", "C Compiler Throughput (gcc)", "lpm", 60, 0, "misc", 60, 3, false},
    {"grep", "Grep a large file (system's grep)", "lpm", 60, 1, "misc", 30, 3, false},
    {"sysexec", "Exec System Call Overhead", "lps", 1, 25, "misc", 10, 10, false},
};

struct Group {
  const char* name;
  const char* members;  // names of tests or of groups above, blank between
};
constexpr Group groups[] = {
    {"dhry", "dhry2reg"},
    {"dhrystone", "dhry2reg"},
    {"whets", "whetstone-double"},
    {"whetstone", "whetstone-double"},
    {"arithmetic", "arithoh short int long float double whetstone-double"},
    {"fs", "fstime fstime-w fstime-r fsbuffer fsbuffer-w fsbuffer-r fsdisk fsdisk-w fsdisk-r"},
    {"shell", "shell1 shell8 shell16"},
    {"oldsystem", "execl fstime fsbuffer fsdisk pipe context1 spawn syscall"},
    {"system", "oldsystem shell"},
    {"index", "dhry2reg whetstone-double oldsystem shell1 shell8"},
    {"misc", "C dc hanoi"},
    {"speed", "arithmetic system"},
};

constexpr const char* group_names[] = {"index",     "system", "oldsystem", "arithmetic", "fs",
                                       "shell",     "misc",   "dhry",      "dhrystone",  "whets",
                                       "whetstone", "speed",  "all"};

}  // namespace

const std::span<const UnixbenchTest> unixbench_tests(tests);
const std::span<const char* const> unixbench_group_names(group_names);

const UnixbenchTest* find_unixbench_test(std::string_view name) {
  for (const UnixbenchTest& test : tests)
    if (name == test.name) return &test;
  return nullptr;
}

const UnixbenchTest* find_unixbench_title(std::string_view title) {
  for (const UnixbenchTest& test : tests)
    if (title == test.title) return &test;
  return nullptr;
}

std::vector<std::string> unixbench_group(std::string_view name) {
  std::vector<std::string> found;
  if (name == "all") {
    for (const UnixbenchTest& test : tests) found.push_back(test.name);
    return found;
  }
  for (const Group& group : groups) {
    if (name != group.name) continue;
    std::string_view rest = group.members;
    while (!rest.empty()) {
      const std::string_view member = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), member.size() + 1));
      const auto inner = unixbench_group(member);
      if (inner.empty()) found.emplace_back(member);
      for (const std::string& test : inner)
        if (std::find(found.begin(), found.end(), test) == found.end()) found.push_back(test);
    }
  }
  return found;
}

UnixbenchScore unixbench_score(std::vector<UnixbenchPass> passes, int timebase) {
  // By raw count, not by rate, as the original does.
  std::stable_sort(
      passes.begin(), passes.end(),
      [](const UnixbenchPass& a, const UnixbenchPass& b) { return a.count < b.count; });
  const size_t dropped = passes.size() / 3;
  double logarithms = 0, seconds = 0;
  for (size_t i = dropped; i < passes.size(); ++i) {
    const UnixbenchPass& pass = passes[i];
    const double rate =
        timebase > 0 && pass.seconds > 0 ? pass.count / (pass.seconds / timebase) : pass.count;
    if (rate > 0) logarithms += std::log(rate);
    seconds += pass.seconds;
  }
  const double kept = static_cast<double>(passes.size() - dropped);
  return {std::exp(logarithms / kept), seconds / kept, static_cast<int>(kept)};
}

double unixbench_index(double score, double baseline) {
  return score / baseline * 10;
}

std::optional<double> unixbench_index_score(std::span<const UnixbenchRatio> ratios) {
  double logarithms = 0;
  int count = 0;
  for (const UnixbenchRatio& test : ratios) {
    if (test.baseline <= 0) continue;
    const double ratio = test.score / test.baseline;
    if (ratio > 1e-6) logarithms += std::log(ratio);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return 10 * std::exp(logarithms / count);
}

}  // namespace lodestone
