// SPDX-License-Identifier: GPL-2.0-or-later
// Two columns of counters in a box, as kernel people paste perf stat of two kernels into a mail.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/comparison_writer.h"

namespace lodestone::comparison_writer_perf_stat_columns {
namespace {

std::string number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:14.0f}", value);
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

void add_pair(std::string& out, const PairComparison& pair) {
  bool counters = false;
  for (const ComparisonRow& row : pair.rows) counters = counters || is_counter(row);
  std::string workload;
  auto open_box = [&](const std::string& name) {
    const std::string title = "Performance counter stats for '" + name + "'";
    const std::string rule = " " + std::string(title.size() + 4, '-') + "\n";
    out += rule + " | " + title + " |\n" + rule + " |                |\n";
    out += fmt::format(" | {:>14} | {:>14}\n", pair.base.label, pair.new_.label);
    out += " |" + std::string(66, '-') + "\n |\n";
  };
  bool any = false;
  for (const ComparisonRow& row : pair.rows) {
    if (!row.base.center || !row.new_.center || (counters && !is_counter(row))) continue;
    if (!any || row.workload != workload) {
      open_box(row.workload.empty() ? "lodestone" : row.workload);
      workload = row.workload;
      any = true;
    }
    out += " | " + number(*row.base.center) + " | " + number(*row.new_.center) + "  " +
           fmt::format("{:<32}", name_of_row(row));
    if (row.change_percent) out += fmt::format(" {:+8.2f}%", *row.change_percent);
    out += "\n";
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
