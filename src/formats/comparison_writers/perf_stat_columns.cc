// SPDX-License-Identifier: GPL-2.0-or-later
// Two columns of counters in a box, as kernel people paste perf stat of two kernels into a mail.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/comparison_writer.h"

namespace lodestone::comparison_writer_perf_stat_columns {
namespace {

std::string number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:14.0f}", value);
  if (std::abs(value) < 0.01) return fmt::format("{:14.4g}", value);  // six decimals would cut it
  return fmt::format("{:14.6f}", value);
}

bool is_counter(const ComparisonRow& row) {
  return row.metric.unit == "/op" || row.metric.unit == "msec/op";
}

std::string name_of_row(const ComparisonRow& row) {
  std::string name = row.metric.title.empty() ? row.metric.id : row.metric.title;
  if (row.metric.unit == "msec/op") return name + " per operation (msecs)";
  if (row.metric.unit == "/op") return name + " per operation";
  return name;
}

// The measured time of one unit of work closes a table of counters, as perf's elapsed time does.
bool is_elapsed(const ComparisonRow& row) {
  const Name unit = row.metric.unit;
  return row.metric.id.ends_with(".time") &&
         (unit == "ns" || unit == "us" || unit == "ms" || unit == "s");
}

// The order of such tables: clock, the kernel's own events, the processor's, time elapsed.
enum Part { clock, software, hardware, elapsed, other };

Part part_of(const ComparisonRow& row) {
  if (row.metric.unit == "msec/op") return clock;
  if (is_elapsed(row)) return elapsed;
  if (!is_counter(row)) return other;
  const std::string name = to_lower(name_of_row(row));
  for (const char* event : {"migration", "context", "fault", "clock"})
    if (name.find(event) != std::string::npos) return software;
  return hardware;
}

std::string line_of(const ComparisonRow& row, bool in_counters) {
  const std::string name = in_counters && is_elapsed(row)
                               ? "time elapsed per operation (" + row.metric.unit + ")"
                               : name_of_row(row);
  std::string line = " | " + number(*row.base.center) + " | " + number(*row.new_.center) + "  " +
                     fmt::format("{:<32}", name);
  if (row.change_percent) line += fmt::format(" {:+8.2f}%", *row.change_percent);
  line.resize(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

void add_pair(std::string& out, const PairComparison& pair) {
  bool counters = false;
  for (const ComparisonRow& row : pair.rows) counters = counters || is_counter(row);
  auto open_box = [&](const std::string& name) {
    const std::string title = "Performance counter stats for '" + name + "'";
    const std::string rule = " " + std::string(title.size() + 4, '-') + "\n";
    out += rule + " | " + title + " |\n" + rule + " |                |\n";
    out += fmt::format(" | {:>14} | {:>14}\n", pair.base.label, pair.new_.label);
    out += " |" + std::string(66, '-') + "\n |\n";
  };
  // A box for each workload, in the order in which they come.
  std::vector<std::pair<std::string, std::vector<const ComparisonRow*>>> boxes;
  for (const ComparisonRow& row : pair.rows) {
    if (!row.base.center || !row.new_.center) continue;
    if (counters && !is_counter(row) && !is_elapsed(row)) continue;
    auto box = std::find_if(boxes.begin(), boxes.end(),
                            [&](const auto& one) { return one.first == row.workload; });
    if (box == boxes.end()) box = boxes.insert(boxes.end(), {row.workload, {}});
    box->second.push_back(&row);
  }
  for (auto& [workload, rows] : boxes) {
    open_box(workload.empty() ? "lodestone" : workload);
    std::stable_sort(rows.begin(), rows.end(), [&](const ComparisonRow* a, const ComparisonRow* b) {
      return counters && part_of(*a) < part_of(*b);
    });
    for (size_t i = 0; i < rows.size(); ++i) {
      const Part part = part_of(*rows[i]);
      if (counters && i > 0 && part_of(*rows[i - 1]) != part) {
        if (part == hardware) out += " |    ............................................\n";
        if (part == software || part == elapsed) out += " |                |\n";
      }
      out += line_of(*rows[i], counters);
    }
    out += " |                |\n " + std::string(67, '-') + "\n";
  }
  out += "\n" + own_section(pair);
}

Result<std::string> write(const Comparison& comparison) {
  std::string out;
  for (const PairComparison& pair : comparison.pairs) add_pair(out, pair);
  if (out.empty()) return fail(ErrorCode::unsupported, "there is no pair to show in two columns");
  return out;
}

}  // namespace

extern const ComparisonWriter comparison_writer_perf_stat_columns{
    "perf-stat-columns", "counters of both sides in two columns, as in mails about kernels", write};

}  // namespace lodestone::comparison_writer_perf_stat_columns
