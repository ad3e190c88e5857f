// SPDX-License-Identifier: GPL-2.0-or-later
// perf stat tables with two and more values before the name of the event, as people draw them:
//   |  3781392474 |  3918777174  CPU cycles  +3.63% |
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/text.h"
#include "formats/columns.h"
#include "formats/cursor.h"
#include "formats/known_titles.h"
#include "formats/reader.h"

namespace lodestone::reader_perf_stat_columns {
namespace {

// Our own tables count per operation and say so behind the event.
std::string_view without_per_operation(std::string_view title) {
  constexpr std::string_view suffix = " per operation";
  if (title.ends_with(suffix)) title.remove_suffix(suffix.size());
  return title;
}

struct EventRow {
  std::vector<std::string> values;
  std::string title, unit;
  std::optional<Numeral> change;
  std::string change_text;
};

class PerfStatColumnsReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 400) return false;
    if (is_filler(text)) return !rows_.empty();
    if (auto row = parse(text)) {
      if (labels_.size() == row->values.size()) {
        rows_.push_back(std::move(*row));
        return true;
      }
      return false;
    }
    // "| x86-defconfig | PARAVIRT=y": the heading.
    std::vector<std::string> labels;
    for (std::string_view cell :
         text.find('|') != std::string_view::npos ? bar_cells(text) : gap_cells(text))
      if (!cell.empty()) labels.emplace_back(cell);
    if (text.find("Performance counter stats") != std::string_view::npos) {
      emit(collector);
      labels_.clear();
      boxed_ = text.find('|') != std::string_view::npos;
      return false;
    }
    if (labels.size() >= 2) {
      emit(collector);
      labels_ = std::move(labels);
      return boxed_ && text.starts_with("|");
    }
    if (!rows_.empty()) emit(collector), labels_.clear();
    return false;
  }

  void finish(Collector& collector) override { emit(collector); }

 private:
  static bool is_filler(std::string_view text) {
    return text.find_first_not_of("|.-=_+ ") == std::string_view::npos;
  }

  // Values, event, unit in brackets, change.
  static std::optional<EventRow> parse(std::string_view text) {
    EventRow row;
    Cursor cursor(text);
    while (cursor.take("|")) {
    }
    while (true) {
      const std::string_view number = cursor.number_text();
      if (number.empty()) break;
      row.values.emplace_back(number);
      cursor.take(number.size());
      while (cursor.take("|")) {
      }
    }
    if (row.values.size() < 2 || cursor.done()) return std::nullopt;
    std::string_view rest = cursor.rest();
    while (!rest.empty() && (rest.back() == '|' || rest.back() == ' ' || rest.back() == '\t'))
      rest.remove_suffix(1);
    const size_t blank = rest.find_last_of(" \t");
    if (blank != std::string_view::npos && rest.ends_with('%')) {
      row.change_text = std::string(rest.substr(blank + 1));
      row.change = parse_percent(row.change_text);
      if (row.change) rest = trim(rest.substr(0, blank));
    }
    row.title = std::string(trim(rest));
    if (row.title.empty() || row.title[0] == '+' || row.title[0] == '(' ||
        row.title.find('|') != std::string::npos || row.title.size() > 60)
      return std::nullopt;
    std::string bare = row.title;
    if (bare.back() == ')')
      if (const size_t open = bare.rfind('('); open != std::string::npos && open > 0) {
        row.unit =
            std::string(trim(std::string_view(bare).substr(open + 1, bare.size() - open - 2)));
        row.title = std::string(trim(std::string_view(bare).substr(0, open)));
      }
    return row;
  }

  void emit(Collector& collector) {
    const auto rows = std::exchange(rows_, {});
    size_t known = 0;
    for (const EventRow& row : rows) known += is_perf_event(without_per_operation(row.title));
    if (rows.empty() || known * 2 < rows.size()) return;
    std::vector<std::string_view> numbers;
    for (const EventRow& row : rows)
      for (const std::string& value : row.values) numbers.push_back(value);
    const NumberStyle style = style_of(numbers);
    std::vector<size_t> tables;
    for (const std::string& label : labels_)
      tables.push_back(collector.open("perf-stat-columns", label));
    for (const EventRow& row : rows) {
      const auto base = parse_number(row.values[0], style);
      for (size_t k = 0; k < tables.size(); ++k) {
        const auto value = parse_number(row.values[k], style);
        ReadingRow& out = collector.add(tables[k], row.title, row.unit, value);
        if (k + 1 == tables.size() && tables.size() == 2 && row.change) {
          out.printed_change_percent = row.change->value;
          if (base && value && *base != 0) check(row, 100 * (*value / *base - 1), collector);
        }
      }
    }
    for (size_t k = 1; k < tables.size(); ++k)
      collector.pair(tables[0], tables[k], "columns of one table; the first is the base");
  }

  static void check(const EventRow& row, double exact, Collector& collector) {
    const int decimals = std::min(row.change->decimals, 6);
    if (fixed(exact, decimals) != fixed(row.change->value, decimals))
      collector.find("F210 change-mismatch",
                     fmt::format("row {}: change printed {}, recomputed {}{}%", row.title,
                                 row.change_text, exact >= 0 ? "+" : "", fixed(exact, decimals)),
                     std::fabs(exact - row.change->value) < 2 * std::pow(10.0, -decimals)
                         ? "a rounding of the last digit"
                         : "");
  }

  std::vector<std::string> labels_;
  std::vector<EventRow> rows_;
  bool boxed_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<PerfStatColumnsReader>();
}

}  // namespace

extern const Format reader_perf_stat_columns{
    "perf-stat-columns", "perf stat tables with a column a condition, values before the events",
    make};

}  // namespace lodestone::reader_perf_stat_columns
