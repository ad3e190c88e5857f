// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/table.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone {

void Table::column(std::string heading, Align align) {
  columns_.push_back({std::move(heading), align});
}

void Table::row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(const Style& style) const {
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns_.size(); ++i) {
    size_t width = display_width(columns_[i].heading);
    for (const auto& row : rows_) width = std::max(width, display_width(row[i].text));
    widths.push_back(width);
  }
  size_t total = 0;
  for (size_t width : widths) total += width + 2;
  total -= std::min<size_t>(total, 2);
  if (total > style.width && !widths.empty()) {
    const size_t over = total - style.width;
    widths[0] = std::max<size_t>(16, widths[0] > over ? widths[0] - over : 0);
  }
  std::string out;
  auto line = [&](auto&& cell_at) {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const Cell cell = cell_at(i);
      std::string shown = cell.text;
      // A name that does not fit has a line to itself: cut, it could be another's.
      if (i == 0 && display_width(shown) > widths[0]) {
        out += style.paint(cell.tone, shown) + "\n";
        shown.clear();
      }
      const size_t width = display_width(shown);
      const std::string padding(widths[i] > width ? widths[i] - width : 0, ' ');
      if (i) text += "  ";
      if (columns_[i].align == Align::right) text += padding;
      text += style.paint(cell.tone, shown);
      if (columns_[i].align == Align::left && i + 1 < columns_.size()) text += padding;
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    out += text + "\n";
  };
  line([&](size_t i) { return Cell(columns_[i].heading, Tone::strong); });
  for (const auto& row : rows_) line([&](size_t i) { return row[i]; });
  return out;
}

std::string Table::markdown() const {
  auto escape = [](const std::string& text) {
    return replace_all(replace_all(text, "|", "\\|"), "\n", " ");
  };
  std::string out = "|", rule = "|";
  for (const Column& column : columns_) {
    out += " " + escape(column.heading) + " |";
    rule += column.align == Align::right ? " ---: |" : " --- |";
  }
  out += "\n" + rule + "\n";
  for (const auto& row : rows_) {
    out += "|";
    for (const Cell& cell : row) out += " " + escape(cell.text) + " |";
    out += "\n";
  }
  return out;
}

}  // namespace lodestone
