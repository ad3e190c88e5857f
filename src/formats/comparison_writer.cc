// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/comparison_writer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace lodestone {
namespace {

std::string runs(const std::optional<long long>& n) {
  return n ? std::to_string(*n) : "?";
}

}  // namespace

const ComparisonWriter* find_comparison_writer(std::string_view name) {
  for (const ComparisonWriter* writer : comparison_writers)
    if (name == writer->name) return writer;
  return nullptr;
}

std::vector<std::string> comparison_writer_names() {
  std::vector<std::string> names;
  for (const ComparisonWriter* writer : comparison_writers) names.emplace_back(writer->name);
  return names;
}

std::string row_path(const ComparisonRow& row) {
  std::string path = row.metric.id;
  if (row.copies && *row.copies > 1) path += "/copies=" + std::to_string(*row.copies);
  if (row.mode == "thread") path += "/mode=thread";
  for (const auto& [name, value] : row.parameters) path += "/" + name + "=" + value;
  return path;
}

std::string own_section(const PairComparison& pair) {
  std::string out = "Measured and judged by lodestone, base " + pair.base.label + ", new " +
                    pair.new_.label + ":\n";
  out += "    " + pair.headline.sentence + "\n";
  // Parentheses keep these lines from looking like rows of a table.
  size_t others = 0;
  for (const ComparisonRow& row : pair.rows) {
    if (row.family == Family::explanation && !is_change(row.verdict)) {
      ++others;
      continue;
    }
    out += fmt::format("    ({}: {}", row_path(row), name_of(row.verdict));
    if (row.verdict != row.direction) out += fmt::format(", points to {}", name_of(row.direction));
    if (row.interval_percent)
      out += fmt::format(", interval {:+.2f} to {:+.2f} percent", row.interval_percent->low,
                         row.interval_percent->high);
    out += fmt::format(", runs {} and {})\n", runs(row.base.n), runs(row.new_.n));
  }
  if (others > 0) out += fmt::format("    (explanations without a confirmed change: {})\n", others);
  return out;
}

}  // namespace lodestone
