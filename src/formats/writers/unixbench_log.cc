// SPDX-License-Identifier: GPL-2.0-or-later
// UnixBench 6.0.0's raw log: every pass of every copy.
#include <fmt/format.h>

#include <algorithm>

#include "formats/unixbench_text.h"
#include "formats/writer.h"

namespace lodestone::writer_unixbench_log {
namespace {

double count_of(const Copy& copy) {
  const auto count = copy.values.find("count");
  return count == copy.values.end() ? static_cast<double>(copy.operations) : count->second;
}

// Fields in byte order, as the original sorts them. A test whose count is a rate already has
// measured its own time.
std::string copy_text(const Copy& copy, const UnixbenchTest& test) {
  const bool own_time = test.timebase == 0;
  std::string out = own_time && std::string_view(test.label) == "MWIPS"
                        ? fmt::format("# COUNT0: {:.3f}\n", count_of(copy))
                        : fmt::format("# COUNT0: {:.0f}\n", count_of(copy));
  out += fmt::format("# COUNT1: {}\n# COUNT2: {}\n", test.timebase, test.label);
  if (own_time) out += fmt::format("# TIME: {:.1f}\n", copy.seconds);
  // Who reads the log divides the count by elapsed: it is the time in which it was counted.
  return out + fmt::format("# elapsed: {:.6f}\n# pid: {}\n# status: {}\n\n", copy.seconds, copy.pid,
                           copy.status);
}

std::string row_text(const UnixbenchRow& row, int copies) {
  const char* noun = copies == 1 ? "copy" : "copies";
  std::string out = std::string(56, '#') + "\n";
  out += fmt::format("{} -- {} {}\n==> lodestone run {} --copies {}\n\n", row.test->title, copies,
                     noun, row.result->id, copies);
  std::vector<double> counts;
  int number = 0;
  for (const Pass* pass : row.passes) {
    out += fmt::format("#### Pass {}\n\n\n", ++number);
    double count = 0;
    for (const Copy& copy : pass->copies) {
      out += copy_text(copy, *row.test);
      count += count_of(copy);
    }
    counts.push_back(count);
  }
  std::sort(counts.begin(), counts.end());
  const size_t dropped = counts.size() - static_cast<size_t>(row.samples);
  for (size_t i = 0; i < counts.size(); ++i)
    out += fmt::format("{} score: {:>12.1f}\n", i < dropped ? "*Dump" : "Count", counts[i]);
  out += copies == 1 ? std::string("\n>>>> Results of 1 copy\n")
                     : fmt::format("\n>>>> Sum of {} copies\n", copies);
  return out + fmt::format(">>>> score: {:.15g}\n>>>> time: {:.15g}\n>>>> iterations: {}\n\n",
                           row.score, row.seconds, row.samples);
}

Result<std::string> write(const Run& run) {
  std::string out;
  for (const UnixbenchBlock& block : unixbench_blocks(run))
    for (const UnixbenchRow& row : block.rows)
      if (!row.passes.empty()) out += row_text(row, block.copies);
  if (out.empty())
    return fail(ErrorCode::unsupported, "the run holds no raw pass of a UnixBench test",
                "the layout unixbench-log shows single passes", "use --format unixbench");
  return out + "# " + unixbench_closing_line(run) + "\n";
}

}  // namespace

extern const Writer writer_unixbench_log{
    "unixbench-log", "the raw log of UnixBench 6.0.0: every pass of every copy", one_by_one<write>};

}  // namespace lodestone::writer_unixbench_log
