// SPDX-License-Identifier: GPL-2.0-or-later
// Where UnixBench's titles, headings and scores stand in a line, all versions from 3 to 6.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lodestone {

enum class Anchor { test, score, index_heading };

struct FoundAnchor {
  Anchor kind = Anchor::test;
  size_t at = 0, length = 0;  // of the title within the text
};

// All of them, in order; a flattened report has dozens in one line.
std::vector<FoundAnchor> find_unixbench_anchors(std::string_view text);

// SPARCstation 20-61, the values of the index since version 4.1; 0 if the test has none.
double unixbench_baseline(std::string_view title);

}  // namespace lodestone
