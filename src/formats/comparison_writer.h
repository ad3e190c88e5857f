// SPDX-License-Identifier: GPL-2.0-or-later
// Comparison writers: a comparison in the layout of another program, closed by a section of our own
// that names lodestone and gives what the layout has no place for: direction, run counts,
// intervals. Each file in comparison_writers/ defines `extern const ComparisonWriter
// comparison_writer_NAME` in a namespace of that name; the table is generated.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/comparison.h"

namespace lodestone {

struct ComparisonWriter {
  const char* name;  // as for --format: "lkp"
  const char* summary;
  // Errors: unsupported, when nothing of it can be shown so.
  Result<std::string> (*write)(const Comparison& comparison);
  bool appends = false;  // --export adds to what the file holds
  // Where set: rows for which it is false are left out, unless all are asked for.
  bool (*tells)(const ComparisonRow& row) = nullptr;
};

extern const std::span<const ComparisonWriter* const> comparison_writers;
const ComparisonWriter* find_comparison_writer(std::string_view name);  // nullptr if there is none
std::vector<std::string> comparison_writer_names();

// "unixbench/pipe.rate/copies=4/size=16k": what tells a row from the others.
std::string row_path(const ComparisonRow& row);

// The closing section of one pair: declared results and confirmed changes; the rest is counted.
std::string own_section(const PairComparison& pair);

}  // namespace lodestone
