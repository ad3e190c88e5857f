// SPDX-License-Identifier: GPL-2.0-or-later
// Tables that people draw with one column a condition: "| test | before | after | change |",
// columns set apart by blanks, the columns of a drawn box. Shared by the readers of such tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/collector.h"
#include "formats/numeral.h"

namespace lodestone {

// Cells between bars; the outer bars may be missing. "a | b" gives two. A line without bars gives
// one.
std::vector<std::string_view> bar_cells(std::string_view line);
// Cells set apart by tabs or two blanks and more.
std::vector<std::string_view> gap_cells(std::string_view line);
// "|---|:--:|", "----+----": the line under a heading.
bool is_rule_line(std::string_view line);

// "334600751.0 lps", "12.3 ± 2%", "1,234 (1.5%)": value, unit and spread of a cell.
struct CellValue {
  std::optional<double> value;
  std::string unit;
  std::optional<double> spread_percent;
  bool percent = false;    // the value itself is a percentage
  bool ambiguous = false;  // "1,234" in a text that does not tell what the comma means
  bool missing = false;    // the cell says that there is no value
};
std::optional<CellValue> parse_cell(std::string_view text, NumberStyle style);

class SideBySide {
 public:
  // The heading, without the cell above the titles.
  void heading(std::vector<std::string> labels) { labels_ = std::move(labels); }
  bool headed() const { return !labels_.empty(); }
  const std::vector<std::string>& labels() const { return labels_; }
  void row(std::string title, std::string title_unit, std::vector<std::string> cells) {
    rows_.push_back({std::move(title), std::move(title_unit), std::move(cells)});
  }
  size_t rows() const { return rows_.size(); }

  // One table a value column, pairs between them; computed columns (change, ratio) only say which
  // side is the base. UnixBench's own columns (BASELINE, RESULT, INDEX, Unit, Iters.) become fields
  // of one row. Leaves this empty.
  void emit(std::string_view format, Collector& collector);

 private:
  void emit_rows(std::string_view format, std::optional<int> copies, Collector& collector);
  struct Row {
    std::string title, unit;
    std::vector<std::string> cells;
  };
  void name_what_has_no_heading();
  static bool one_title(const std::vector<Row>& rows);
  bool near(const std::vector<Row>& rows) const;
  enum class What { value, baseline, index, unit, samples, copies, ignored, derived };
  What what_is(size_t column) const;
  std::optional<size_t> base_column(const std::vector<size_t>& values, NumberStyle style) const;

  std::vector<std::string> labels_;
  std::vector<Row> rows_;
};

}  // namespace lodestone
