// SPDX-License-Identifier: GPL-2.0-or-later
// The CSV that UnixBench writes beside its report: one row a number of copies, scores with one
// decimal. A last line names what measured.
#include <fmt/format.h>

#include <set>

#include "formats/unixbench_text.h"
#include "formats/writer.h"

namespace lodestone::writer_unixbench_csv {
namespace {

Result<std::string> write(const Run& run) {
  const auto blocks = unixbench_blocks(run);
  if (blocks.empty())
    return fail(ErrorCode::unsupported, "the run holds no UnixBench test",
                "the layout unixbench-csv shows only those", "csv shows every sample");
  std::set<std::string> titles;
  for (const UnixbenchBlock& block : blocks)
    for (const UnixbenchRow& row : block.rows) titles.insert(row.test->title);
  std::string out = "Concurrency";
  for (const std::string& title : titles) out += "," + title;
  out += "\n";
  for (const UnixbenchBlock& block : blocks) {
    out += std::to_string(block.copies);
    for (const std::string& title : titles) {
      out += ",";
      for (const UnixbenchRow& row : block.rows)
        if (title == row.test->title) out += fmt::format("{:.1f}", row.score);
    }
    out += "\n";
  }
  return out + "# " + unixbench_closing_line(run) + "\n";
}

}  // namespace

extern const Writer writer_unixbench_csv{"unixbench-csv", "UnixBench's CSV of scores",
                                         one_by_one<write>};

}  // namespace lodestone::writer_unixbench_csv
