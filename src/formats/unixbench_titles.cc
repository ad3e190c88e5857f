// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/unixbench_titles.h"
#include "formats/numeral.h"

#include <algorithm>
#include <array>
#include <cstring>
#include "base/text.h"

namespace lodestone {
namespace {

struct Known {
  std::string_view text;
  Anchor kind;
};

// '#' stands for a number, '?' for one word. A title that contains another comes first.
constexpr Known known[] = {
    {"System Benchmarks Index Score (Partial Only)", Anchor::score},
    {"System Benchmarks Index Score", Anchor::score},
    {"2D Graphics Benchmarks Index Score (Partial Only)", Anchor::score},
    {"2D Graphics Benchmarks Index Score", Anchor::score},
    {"3D Graphics Benchmarks Index Score", Anchor::score},
    {"FINAL SCORE", Anchor::score},
    {"System Benchmarks Index Values", Anchor::index_heading},
    {"System Benchmarks Partial Index", Anchor::index_heading},
    {"2D Graphics Benchmarks Index Values", Anchor::index_heading},
    {"2D Graphics Benchmarks Partial Index", Anchor::index_heading},
    {"3D Graphics Benchmarks Index Values", Anchor::index_heading},
    {"INDEX VALUES", Anchor::index_heading},
    {"Dhrystone 2 using register variables", Anchor::test},
    {"Dhrystone 2 without register variables", Anchor::test},
    {"Double-Precision Whetstone", Anchor::test},
    {"Execl Throughput Test", Anchor::test},
    {"Execl Throughput", Anchor::test},
    {"Excel Throughput", Anchor::test},
    {"File Copy (# seconds)", Anchor::test},
    {"File Read (# seconds)", Anchor::test},
    {"File Write (# seconds)", Anchor::test},
    {"File Copy # bufsize # maxblocks", Anchor::test},
    {"File Read # bufsize # maxblocks", Anchor::test},
    {"File Write # bufsize # maxblocks", Anchor::test},
    {"Pipe Throughput Test", Anchor::test},
    {"Pipe Throughput", Anchor::test},
    {"Pipe-based Context Switching Test", Anchor::test},
    {"Pipe-based Context Switching", Anchor::test},
    {"Process Creation Test", Anchor::test},
    {"Process Creation", Anchor::test},
    {"Shell Scripts (# concurrent)", Anchor::test},
    {"Shell scripts (# concurrent)", Anchor::test},
    {"Exec System Call Overhead", Anchor::test},
    {"System Call Overhead Test", Anchor::test},
    {"System Call Overhead", Anchor::test},
    {"C Compiler Throughput (gcc)", Anchor::test},
    {"C Compiler Throughput (?)", Anchor::test},
    {"C Compiler Throughput", Anchor::test},
    {"C Compiler Test", Anchor::test},
    {"Dc: sqrt(2) to 99 decimal places", Anchor::test},
    {"Recursion Test--Tower of Hanoi", Anchor::test},
    {"Recursion Test -- Tower of Hanoi", Anchor::test},
    {"Arithmetic Test (type = ?)", Anchor::test},
    {"Arithmetic Test (?)", Anchor::test},
    {"Arithoh", Anchor::test},
    {"Grep a large file (system's grep)", Anchor::test},
    {"2D graphics: images and blits", Anchor::test},
    {"2D graphics: aa polygons", Anchor::test},
    {"2D graphics: complex polygons", Anchor::test},
    {"2D graphics: ?", Anchor::test},
    {"3D graphics: gears", Anchor::test},
};

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}

// Length of the pattern at text[at], or 0. Runs of blanks match one blank.
size_t match(std::string_view pattern, std::string_view text, size_t at) {
  size_t i = at;
  for (size_t k = 0; k < pattern.size(); ++k) {
    if (pattern[k] == '#' || pattern[k] == '?') {
      const size_t start = i;
      if (pattern[k] == '#')
        while (i < text.size() && is_digit(text[i])) ++i;
      else
        while (i < text.size() && letter(text[i])) ++i;
      if (i == start) return 0;
    } else if (pattern[k] == ' ') {
      const size_t start = i;
      while (i < text.size() && (text[i] == ' ' || text[i] == '\t') && i - start < 3) ++i;
      if (i == start) return 0;
    } else {
      if (i >= text.size() || text[i] != pattern[k]) return 0;
      ++i;
    }
  }
  if (i < text.size() && letter(text[i]) && letter(text[i - 1])) return 0;
  return i - at;
}

}  // namespace

std::vector<FoundAnchor> find_unixbench_anchors(std::string_view text) {
  std::vector<FoundAnchor> found;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    // Every pattern begins with one of these, at the start of a word.
    static constexpr auto starts = [] {
      std::array<bool, 256> table{};
      for (char first : {'S', 'D', 'E', 'F', 'P', 'C', 'R', 'A', 'G', 'I', '2', '3'})
        table[static_cast<unsigned char>(first)] = true;
      return table;
    }();
    if (!starts[static_cast<unsigned char>(c)]) {
      ++i;
      continue;
    }
    const bool start = i == 0 || !letter(text[i - 1]);
    size_t length = 0;
    if (start)
      for (const Known& one : known) {
        if (one.text[0] != c) continue;
        length = match(one.text, text, i);
        if (length) {
          found.push_back({one.kind, i, length});
          break;
        }
      }
    i += std::max<size_t>(length, 1);
  }
  return found;
}

double unixbench_baseline(std::string_view title) {
  struct Baseline {
    std::string_view title;
    double value;
  };
  static constexpr Baseline baselines[] = {{"Dhrystone 2 using register variables", 116700},
                                           {"Double-Precision Whetstone", 55},
                                           {"Execl Throughput", 43},
                                           {"File Copy 1024 bufsize 2000 maxblocks", 3960},
                                           {"File Copy 256 bufsize 500 maxblocks", 1655},
                                           {"File Copy 4096 bufsize 8000 maxblocks", 5800},
                                           {"Pipe Throughput", 12440},
                                           {"Pipe-based Context Switching", 4000},
                                           {"Process Creation", 126},
                                           {"Shell Scripts (1 concurrent)", 42.4},
                                           {"Shell Scripts (8 concurrent)", 6},
                                           {"System Call Overhead", 15000}};
  for (const Baseline& one : baselines)
    if (one.title == title) return one.value;
  return 0;
}

}  // namespace lodestone
