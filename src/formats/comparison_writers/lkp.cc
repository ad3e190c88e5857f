// SPDX-License-Identifier: GPL-2.0-or-later
// The table of the kernel test robot's mails since 2015: heading 16 wide, then 27 for each further
// kernel.
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/comparison_writer.h"
#include "formats/lkp_blocks.h"
#include "formats/lkp_cells.h"

namespace lodestone::comparison_writer_lkp {
namespace {

std::string heading(const std::string& label, size_t width) {
  const std::string word = replace_all(label.empty() ? "unnamed" : label, " ", "_");
  return fmt::format("{:>{}}", word.substr(0, width), width);
}

void add_block(std::string& out, const PairComparison& pair, const LkpBlock& block) {
  const auto word = [](std::string text) {
    return replace_all(replace_all(text, " ", "_"), "/", "-");
  };
  const auto fact = [&](const char* name) {
    return word(pair.base.context.get(name).value_or("unknown"));
  };
  out += std::string(89, '=') + "\n";
  std::string names = "cpu_model/cpus/kernel/";
  std::string values = fact("cpu_model") + "/" + fact("cpus") + "/" + fact("kernel") + "/";
  if (!block.mode.empty()) names += "mode/", values += word(block.mode) + "/";
  if (!block.tasks.empty()) names += "nr_task/", values += block.tasks + "/";
  names += "tbox_group";
  values += fact("machine");
  if (!block.test.empty()) names += "/test", values += "/" + word(block.test);
  out += names + ":\n  " + values + "\n\n";
  out += "commit: \n";
  for (const ComparedSide* side : {&pair.base, &pair.new_})
    out += fmt::format("  {} (\"{}\")\n", side->label,
                       side->context.get("kernel").value_or(side->label));
  out += "\n" + heading(pair.base.label, 16) + " " + heading(pair.new_.label, 27) + " \n";
  out += std::string(16, '-') + " " + std::string(27, '-') + " \n";
  out += "         %stddev     %change         %stddev\n";
  out += "             \\          |                \\  \n";
  for (const ComparisonRow* row : block.rows)
    out += lkp_mean(*row->base.center) + lkp_spread_cell(lkp_spread(row->base, row->basis)) +
           lkp_change(*row) + lkp_mean(*row->new_.center) +
           lkp_spread_cell(lkp_spread(row->new_, row->basis)) + "  " + lkp_name(*row) + "\n";
  out += "\n";
}

void add_pair(std::string& out, const PairComparison& pair) {
  const std::vector<LkpBlock> blocks = lkp_blocks(pair);
  if (blocks.empty()) return;
  for (const LkpBlock& block : blocks) add_block(out, pair, block);
  out += own_section(pair);
  if (std::any_of(pair.rows.begin(), pair.rows.end(),
                  [](const ComparisonRow& row) { return row.basis == Basis::sampled; }))
    out +=
        "    (percent stddev is the robot's: divided by n, not by n - 1 as in lodestone's own "
        "tables)\n";
}

Result<std::string> write(const Comparison& comparison) {
  std::string out;
  for (const PairComparison& pair : comparison.pairs) add_pair(out, pair);
  if (out.empty())
    return fail(ErrorCode::unsupported, "there is no pair to show as a table of the test robot");
  return out;
}

}  // namespace

extern const ComparisonWriter comparison_writer_lkp{"lkp", "the kernel test robot's table of today",
                                                    write, false, lkp_tells};

}  // namespace lodestone::comparison_writer_lkp
