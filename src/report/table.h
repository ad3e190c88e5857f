// SPDX-License-Identifier: GPL-2.0-or-later
// Text tables: columns as wide as they must be; a text of the first that would push the whole
// beyond the page has a line to itself.
#pragma once

#include <string>
#include <vector>

#include "report/style.h"

namespace lodestone {

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
  Cell() = default;
  Cell(std::string text, Tone tone = Tone::plain)
      : text(std::move(text)), tone(tone) {}  // NOLINT: a cell is a text
  Cell(const char* text) : text(text) {}      // NOLINT
};

class Table {
 public:
  enum class Align { left, right };
  void column(std::string heading, Align align = Align::right);
  void row(std::vector<Cell> cells);
  bool empty() const { return rows_.empty(); }

  // Lines ending in newlines, style.width wide where the columns behind the first leave it room.
  std::string text(const Style& style) const;
  // A GitHub-flavoured Markdown table; pipes in cells are escaped.
  std::string markdown() const;

 private:
  struct Column {
    std::string heading;
    Align align;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace lodestone
