// SPDX-License-Identifier: GPL-2.0-or-later
// The table of the kernel test robot's mails of 2014: spreads as ~NN%, a row "TOTAL metric" each.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/comparison_writer.h"
#include "formats/lkp_blocks.h"
#include "formats/lkp_cells.h"

namespace lodestone::comparison_writer_lkp_2014 {
namespace {

// One form for both sides of a row: decimals if any is a fraction below 100.
std::string mean(double value, double other) {
  const auto fraction_below_100 = [](double x) { return std::abs(x) < 100 && x != std::floor(x); };
  if (value != 0 && std::abs(value) < 0.1) return lkp_mean(value);
  if (fraction_below_100(value) || fraction_below_100(other)) return fmt::format("{:10.2f}", value);
  if (std::abs(value) >= 1e8 || std::abs(other) >= 1e8) return fmt::format("{:10.4g}", value);
  return fmt::format("{:10d}", static_cast<long long>(value));
}

std::string spread(const std::optional<double>& percent) {
  return percent ? fmt::format(" ~{:2d}%", static_cast<int>(*percent)) : "     ";
}

std::string change(const ComparisonRow& row) {
  if (!row.change_percent) return row.new_.center == row.base.center ? "    +0.0% " : "    +Inf% ";
  return std::abs(*row.change_percent) >= 100000 ? fmt::format("{:+8.2g}% ", *row.change_percent)
                                                 : fmt::format("{:+8.1f}% ", *row.change_percent);
}

std::string heading(const std::string& label, size_t width) {
  const std::string word = replace_all(label.empty() ? "unnamed" : label, " ", "_");
  return fmt::format("{:>{}}", word.substr(0, width), width);
}

Result<std::string> write(const Comparison& comparison) {
  std::string out;
  for (const PairComparison& pair : comparison.pairs) {
    const std::vector<LkpBlock> blocks = lkp_blocks(pair);
    if (blocks.empty()) continue;
    for (const LkpBlock& block : blocks) {
      if (!block.test.empty())
        out += fmt::format("{}, mode {}, {} tasks:\n\n", block.test,
                           block.mode.empty() ? "process" : block.mode, block.tasks);
      out += heading(pair.base.label, 15) + "  " + heading(pair.new_.label, 25) + "  \n";
      out += std::string(15, '-') + "  " + std::string(25, '-') + "  \n";
      for (const ComparisonRow* row : block.rows)
        out += mean(*row->base.center, *row->new_.center) +
               spread(lkp_spread(row->base, row->basis)) + "  " + change(*row) +
               mean(*row->new_.center, *row->base.center) +
               spread(lkp_spread(row->new_, row->basis)) + "  TOTAL " + lkp_name(*row) + "\n";
      out += "\n";
    }
    out +=
        "Legend:\n\t~XX%    - stddev percent\n\t[+-]XX% - change percent\n\n" + own_section(pair);
  }
  if (out.empty())
    return fail(ErrorCode::unsupported, "there is no pair to show as a table of the test robot");
  return out;
}

}  // namespace

extern const ComparisonWriter comparison_writer_lkp_2014{
    "lkp-2014", "the kernel test robot's table of 2014", write, false, lkp_tells};

}  // namespace lodestone::comparison_writer_lkp_2014
