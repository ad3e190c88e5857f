// SPDX-License-Identifier: GPL-2.0-or-later
// Side-by-side tables of known tests, title first: UnixBench titles, perf events, lmbench's names.
// Drawn with bars, with markdown, or with blanks. The format named is that of the titles.
#include "formats/columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "formats/known_titles.h"
#include "formats/line.h"
#include "formats/reader.h"

namespace lodestone::reader_columns {
namespace {

// "1 234 567" between bars is one figure; set apart by blanks alone it may be three.
std::string joined_groups(std::string_view cell) {
  std::string out;
  for (size_t i = 0; i < cell.size(); ++i) {
    const auto digit = [&](size_t k) { return k < cell.size() && is_digit(cell[k]); };
    const bool group = cell[i] == ' ' && !out.empty() && is_digit(out.back()) && digit(i + 1) &&
                       digit(i + 2) && digit(i + 3) && !digit(i + 4);
    if (!group) out += cell[i];
  }
  return out;
}

bool numeric(std::string_view cell) {
  const auto parsed = parse_cell(cell, NumberStyle::unknown);
  return parsed.has_value();
}

class ColumnsReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) {
      blank_ = true;
      return false;
    }
    if (text.size() > 2000) return false;
    const bool blank_before = std::exchange(blank_, false);
    if (is_rule_line(text)) return table_.rows() > 0 && text.find('|') != std::string_view::npos;
    const bool bars = text.find('|') != std::string_view::npos;
    std::vector<std::string_view> cells = bars ? bar_cells(text) : gap_cells(text);
    // A spreadsheet's CSV where the comma is the decimal one.
    if (!bars && cells.size() == 1 && std::count(text.begin(), text.end(), ';') >= 2)
      cells = split(text, ';');
    if (cells.size() >= 2 && row(cells, bars, collector)) return true;
    if (table_.rows() > 0 && !blank_before) emit(collector);
    if (table_.rows() > 0 && blank_before) emit(collector);
    // A second line of headings that only says what the figures are: the line above names the
    // sides.
    if (cells.size() >= 3 && only_kinds(cells) && !heading_.empty() &&
        line.number <= heading_line_ + 2) {
      heading_line_ = line.number;
      return false;
    }
    // Perhaps the heading of what follows; never a row whose own heading is missing.
    std::string first, ignored;
    if (cells.size() >= 2) first = strip_markup(cells[0]);
    if (cells.size() >= 2 && known_title(first, ignored) &&
        (numeric(cells[1]) || (!cells[1].empty() && is_digit(cells[1].front())))) {
      heading_.clear();
      heading_words_.clear();
      return false;
    }
    if (cells.size() >= 2 && cells.size() <= 40) {
      heading_.assign(cells.begin(), cells.end());
      heading_bars_ = bars;
      heading_line_ = line.number;
      heading_words_.clear();
      if (!bars) heading_words_ = text;
    } else if (!bars && cells.size() == 1) {
      heading_.clear();
      heading_words_ = text;
      heading_line_ = line.number;
    }
    return false;
  }

  void finish(Collector& collector) override { emit(collector); }

 private:
  bool row(const std::vector<std::string_view>& cells, bool bars, Collector& collector) {
    if (cells[0].size() > 100) return false;
    const std::string printed = strip_markup(cells[0]);
    std::string title;
    for (std::string_view word : words(printed))
      title += (title.empty() ? "" : " ") + std::string(word);
    while (!title.empty() && title.back() == ' ') title.pop_back();
    std::vector<std::string_view> figures(cells.begin() + 1, cells.end());
    std::string unit;
    auto known = known_title(title, unit);
    if (!known) return false;
    // Blanks between figures may have been squeezed to one.
    std::vector<std::string> values;
    for (std::string_view cell : figures) {
      if (!bars && !numeric(cell)) {
        for (std::string_view word : words(cell)) values.emplace_back(word);
      } else {
        values.push_back(bars ? joined_groups(cell) : std::string(cell));
      }
    }
    while (!values.empty() && bars && values.back().empty() && values.size() > expected())
      values.pop_back();
    size_t filled = 0;
    for (const std::string& value : values) filled += numeric(value) && !value.empty();
    if (filled == 0) return false;
    if (table_.rows() == 0) {
      auto labels = labels_for(values.size(), bars, collector.line);
      // UnixBench's own plain table has its own reader.
      if (labels.empty()) return false;
      if (!bars && is_own_table(labels)) return false;
      table_.heading(std::move(labels));
      known_ = *known;
    } else if (*known != known_) {
      return false;
    }
    // "(+4.5%)" behind the last column needs no heading.
    while (values.size() > table_.labels().size() && !bars && values.back().ends_with("%)"))
      values.pop_back();
    if (values.size() > table_.labels().size()) {
      collector.find("F213 cell-unread",
                     title + ": more figures than columns with a heading; the row is left out",
                     "nothing tells which figure belongs to which side",
                     "give every column a heading");
      return false;
    }
    table_.row(title, unit, std::move(values));
    return true;
  }

  size_t expected() const {
    return table_.headed() ? table_.labels().size() : heading_.empty() ? 0 : heading_.size() - 1;
  }

  static bool is_own_table(const std::vector<std::string>& labels) {
    for (const std::string& label : labels)
      if (label == "BASELINE") return true;
    return false;
  }

  // The heading line has a cell above the titles or not.
  std::vector<std::string> labels_for(size_t columns, bool bars, uint64_t line) const {
    if (line > heading_line_ + 6) return {};
    if (!heading_.empty() && heading_bars_ == bars) {
      std::vector<std::string> labels;
      for (const std::string& cell : heading_) labels.push_back(strip_markup(cell));
      if (labels.size() >= columns + 1 && bars) {
        labels.erase(labels.begin());
        while (labels.size() > columns && labels.back().empty()) labels.pop_back();
      }
      if (bars && labels.size() >= columns) return labels;  // a row may lack its last cells
      if (labels.size() == columns + 1) labels.erase(labels.begin());
      if (labels.size() == columns) return labels;
    }
    if (!bars) {
      std::vector<std::string> labels;
      for (std::string_view word : words(heading_words_)) labels.emplace_back(word);
      if (labels.size() == columns + 1) labels.erase(labels.begin());
      if (labels.size() == columns) return labels;
    }
    return {};
  }

  // "INDEX  INDEX", "RESULT  RESULT": alike in all columns.
  static bool only_kinds(const std::vector<std::string_view>& cells) {
    for (size_t i = 1; i < cells.size(); ++i) {
      const std::string low = to_lower(cells[i]);
      if (low != "index" && low != "result" && low != "score" && low != "value") return false;
      if (low != to_lower(cells[1])) return false;
    }
    return true;
  }

  void emit(Collector& collector) {
    if (table_.rows() == 0) return;
    table_.emit(known_, collector);
    heading_.clear();
    heading_words_.clear();
  }

  SideBySide table_;
  std::string known_;
  std::vector<std::string> heading_;
  std::string heading_words_;  // the whole line of headings, where blanks alone part them
  uint64_t heading_line_ = 0;
  bool heading_bars_ = false, blank_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<ColumnsReader>();
}

}  // namespace

extern const Format reader_columns{
    "columns", "side-by-side tables of UnixBench, perf and lmbench names, one column a condition",
    make};

}  // namespace lodestone::reader_columns
