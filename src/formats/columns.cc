// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/line.h"
#include "formats/role.h"

namespace lodestone {

std::vector<std::string_view> bar_cells(std::string_view line) {
  line = trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string_view> cells = split(line, '|');
  for (std::string_view& cell : cells) cell = trim(cell);
  return cells;
}

std::vector<std::string_view> gap_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  size_t i = 0;
  while (i < line.size()) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
    const size_t start = i;
    while (i < line.size() && line[i] != '\t' &&
           !(line[i] == ' ' && i + 1 < line.size() && (line[i + 1] == ' ' || line[i + 1] == '\t')))
      ++i;
    if (i > start) cells.push_back(trim(line.substr(start, i - start)));
  }
  return cells;
}

bool is_rule_line(std::string_view line) {
  line = trim(line);
  return line.size() >= 3 && line.find_first_not_of("-=+|: ") == std::string_view::npos &&
         line.find_first_of("-=") != std::string_view::npos;
}

std::optional<CellValue> parse_cell(std::string_view raw, NumberStyle style) {
  const std::string text = strip_markup(raw);
  CellValue cell;
  if (is_missing(text)) {
    cell.missing = true;
    return cell;
  }
  Cursor cursor(text);
  const std::string_view number_text = cursor.number_text();
  auto number = parse_numeral(number_text, style);
  if (!number) return std::nullopt;
  cell.value = number->value;
  cell.ambiguous = number->ambiguous;
  cursor.take(number_text.size());
  if (cursor.take("%")) cell.percent = true;
  // A prefix glued to the figure belongs to it only in lmbench's style; elsewhere it is a unit.
  while (!cursor.done()) {
    bool marked = cursor.take("±") || cursor.take("+/-") || cursor.take("+-");
    const bool bracket = !marked && cursor.take("(");
    if (marked || bracket) {
      if (bracket) marked = cursor.take("±") || cursor.take("+/-") || cursor.take("+-");
      auto spread = cursor.take_number(style);
      if (!spread) return std::nullopt;
      // Only a percentage is a spread in percent; an absolute one is turned into it.
      if (cursor.take("%")) {
        if (marked) cell.spread_percent = std::fabs(spread->value);
      } else if (marked && *cell.value != 0) {
        cell.spread_percent = 100 * std::fabs(spread->value / *cell.value);
      } else if (!marked) {
        return std::nullopt;
      }
      cursor.take(")");
      continue;
    }
    const std::string_view word = cursor.take_word();
    if (!cell.unit.empty() || word.find_first_of("0123456789") == 0) return std::nullopt;
    cell.unit = std::string(word);
  }
  return cell;
}

SideBySide::What SideBySide::what_is(size_t column) const {
  const std::string low = to_lower(trim(labels_[column]));
  // UnixBench's own column has its RESULT or INDEX beside it; elsewhere it is the name of a side.
  if (low == "baseline")
    for (const std::string& label : labels_) {
      const std::string other = to_lower(trim(label));
      if (other == "index" || other == "result" || other == "score") return What::baseline;
    }
  if (low == "parallel" || low == "copies" || low == "concurrency" || low == "tasks")
    return What::copies;
  if (low == "index" || low == "index value") return What::index;
  if (low == "unit" || low == "units") return What::unit;
  if (low == "iters." || low == "iters" || low == "samples" || low == "iterations")
    return What::samples;
  if (low == "time" || low == "#" || low == "note" || low == "notes" || low == "comment")
    return What::ignored;
  if (is_derived_column(low)) return What::derived;
  size_t filled = 0, percents = 0, unread = 0;
  for (const Row& row : rows_) {
    if (column >= row.cells.size()) continue;
    auto cell = parse_cell(row.cells[column], NumberStyle::unknown);
    if (!cell)
      ++unread;
    else if (!cell->missing)
      ++filled, percents += cell->percent || cell->unit == "x" || cell->unit == "X";
  }
  if (filled == 0 || unread > filled) return What::ignored;
  if (percents * 2 > filled) return What::derived;
  return What::value;
}

std::optional<size_t> SideBySide::base_column(const std::vector<size_t>& values,
                                              NumberStyle style) const {
  // A computed column is the best witness: new/base, or 100 (new/base - 1).
  if (values.size() == 2)
    for (size_t c = 0; c < labels_.size(); ++c) {
      if (std::find(values.begin(), values.end(), c) != values.end()) continue;
      int forward = 0, backward = 0;
      for (const Row& row : rows_) {
        if (std::max({c, values[0], values[1]}) >= row.cells.size()) continue;
        const auto a = parse_cell(row.cells[values[0]], style),
                   b = parse_cell(row.cells[values[1]], style), d = parse_cell(row.cells[c], style);
        if (!a || !b || !d || !a->value || !b->value || !d->value || *a->value == 0 ||
            *b->value == 0)
          continue;
        const double there = *b->value / *a->value, back = *a->value / *b->value;
        const double shown = *d->value;
        const auto near = [](double x, double y) {
          return std::fabs(x - y) <= 0.006 * std::max(1.0, std::fabs(y));
        };
        const auto fits = [&](double ratio) {
          return d->percent ? near(shown, 100 * (ratio - 1)) || near(shown, 100 * ratio)
                            : near(shown, ratio) || near(shown, 100 * (ratio - 1));
        };
        if (near(there, back)) continue;
        forward += fits(there);
        backward += fits(back);
      }
      if (forward > 2 * backward && forward > 0) return values[0];
      if (backward > 2 * forward && backward > 0) return values[1];
    }
  std::optional<size_t> base;
  size_t bases = 0, changed = 0;
  for (size_t c : values) {
    const Role role = role_of(labels_[c]);
    if (role == Role::base) ++bases, base = c;
    if (role == Role::changed) ++changed;
  }
  if (bases == 1) return base;
  if (bases == 0 && changed == values.size() - 1)
    for (size_t c : values)
      if (role_of(labels_[c]) == Role::none) return c;
  if (values.size() == 2) {
    const Role role = role_against(labels_[values[0]], labels_[values[1]]);
    if (role == Role::base) return values[0];
    if (role == Role::changed) return values[1];
  }
  return values.front();  // two columns of one table: the first is the base
}

bool SideBySide::one_title(const std::vector<Row>& rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [&](const Row& row) { return row.title == rows[0].title; });
}

// Figures of one title below one another are repeats only if they are near: `grep "Index Score"`
// also gives the score of one copy and that of all CPUs.
bool SideBySide::near(const std::vector<Row>& rows) const {
  for (size_t c = 0; c < labels_.size(); ++c) {
    double low = 0, high = 0;
    for (const Row& row : rows) {
      const auto cell =
          c < row.cells.size() ? parse_cell(row.cells[c], NumberStyle::unknown) : std::nullopt;
      if (!cell || !cell->value) continue;
      low = low > 0 ? std::min(low, *cell->value) : *cell->value;
      high = std::max(high, *cell->value);
    }
    if (high > 1.25 * low) return false;
  }
  return true;
}

// "Event   before   after" over a name, two values and their change: the first word heads the
// names, and nothing the change.
void SideBySide::name_what_has_no_heading() {
  constexpr std::string_view names[] = {"event",      "events", "metric",   "metrics", "counter",
                                        "counters",   "name",   "test",     "tests",   "benchmark",
                                        "benchmarks", "case",   "workload", "item"};
  if (labels_.size() < 3 ||
      std::find(std::begin(names), std::end(names), to_lower(trim(labels_[0]))) == std::end(names))
    return;
  size_t percents = 0;
  for (const Row& row : rows_) {
    if (row.cells.size() != labels_.size()) return;
    const auto last = parse_cell(row.cells.back(), NumberStyle::unknown);
    percents += last && last->percent;
  }
  if (percents != rows_.size()) return;
  labels_.erase(labels_.begin());
  labels_.emplace_back("change");
}

void SideBySide::emit(std::string_view format, Collector& collector) {
  name_what_has_no_heading();
  const auto rows = std::exchange(rows_, {});
  std::optional<size_t> copies;
  for (size_t c = 0; c < labels_.size(); ++c)
    if (what_is(c) == What::copies) copies = c;
  if (!copies && rows.size() > 1 && one_title(rows) && !near(rows)) {
    for (const Row& row : rows) {
      rows_.assign(1, row);
      emit_rows(format, std::nullopt, collector);
    }
  } else if (!copies) {
    rows_ = rows;
    emit_rows(format, std::nullopt, collector);
  } else {
    // A column that gives the number of copies: one table for each.
    std::map<int, std::vector<Row>> groups;
    for (const Row& row : rows)
      if (*copies < row.cells.size())
        if (auto count = parse_integer(trim(row.cells[*copies]));
            count && *count > 0 && *count < 1000000)
          groups[static_cast<int>(*count)].push_back(row);
    for (auto& [count, group] : groups) {
      rows_ = std::move(group);
      emit_rows(format, count, collector);
    }
  }
  rows_.clear();
  labels_.clear();
}

void SideBySide::emit_rows(std::string_view format, std::optional<int> copies,
                           Collector& collector) {
  if (rows_.empty() || labels_.empty()) return;
  std::vector<std::string_view> numbers;
  for (const Row& row : rows_)
    for (const std::string& cell : row.cells) numbers.push_back(Cursor(cell).number_text());
  const NumberStyle style = style_of(numbers);
  std::vector<size_t> values;
  std::optional<size_t> baseline, index, unit, samples;
  for (size_t c = 0; c < labels_.size(); ++c) {
    const What what = what_is(c);
    if (what == What::value)
      values.push_back(c);
    else if (what == What::baseline)
      baseline = c;
    else if (what == What::index)
      index = c;
    else if (what == What::unit)
      unit = c;
    else if (what == What::samples)
      samples = c;
  }
  const auto cell_of = [&](const Row& row, std::optional<size_t> c) -> std::optional<CellValue> {
    if (!c || *c >= row.cells.size()) return std::nullopt;
    return parse_cell(row.cells[*c], style);
  };
  const bool own_columns = baseline || index;  // UnixBench's own table
  std::vector<size_t> made;
  bool ambiguous = false;
  const bool repeated = rows_.size() > 1 && !own_columns && one_title(rows_);
  for (size_t c : values) {
    const std::string low = to_lower(labels_[c]);
    const bool plain = own_columns && values.size() == 1;
    const size_t table =
        plain ? collector.open(format) : collector.open(format, strip_markup(labels_[c]));
    made.push_back(table);
    if (copies) collector.table(table).copies = copies;
    for (const Row& row : rows_) {
      auto cell = cell_of(row, c);
      // The score of UnixBench's HTML report stands in the last column.
      if ((!cell || cell->missing) && plain && index) cell = cell_of(row, index);
      if (!cell) {
        if (c < row.cells.size() && !row.cells[c].empty())
          collector.find("F213 cell-unread",
                         fmt::format("row {}: \"{}\" is not understood and left out", row.title,
                                     row.cells[c].substr(0, 60)));
        continue;
      }
      if (c >= row.cells.size()) continue;
      std::optional<double> value = cell->value;
      if (cell->ambiguous) {
        ambiguous = true;
        value.reset();
      }
      std::string unit_text = cell->unit.empty() ? row.unit : cell->unit;
      if (cell->percent && unit_text.empty()) unit_text = "%";
      if (unit && *unit < row.cells.size()) unit_text = row.cells[*unit];
      // The same title again and again, and no other: runs of one test, one below the other.
      if (repeated && value && !collector.table(table).rows.empty()) {
        ReadingRow& first = collector.table(table).rows[0];
        if (first.samples.empty() && first.value) first.samples.push_back(*first.value);
        first.samples.push_back(*value);
        first.n = static_cast<long long>(first.samples.size());
        double sum = 0;
        for (double sample : first.samples) sum += sample;
        first.value = sum / static_cast<double>(first.samples.size());
        continue;
      }
      ReadingRow& out = collector.add(table, row.title, unit_text, value);
      // Results or index numbers? The text does not say which; the score may (formats/review.cc).
      if (format == "unixbench" && unit_text.empty() && !own_columns) out.metric.unit.clear();
      out.spread_percent = cell->spread_percent;
      if (format == "perf-stat-columns") out.spread_kind = SpreadKind::standard_error;
      if (auto b = cell_of(row, baseline); b && b->value) out.baseline = b->value;
      if (auto i = cell_of(row, index); i && i->value && out.value != i->value)
        out.index = i->value;
      if (auto n = cell_of(row, samples); n && n->value && *n->value >= 1 && *n->value < 1e9)
        out.n = static_cast<long long>(*n->value);
    }
  }
  if (ambiguous)
    collector.find("F214 number-ambiguous",
                   "a comma before three digits may part thousands or be a decimal comma; such "
                   "values are left out",
                   {}, "give the numbers without separators");
  if (made.size() >= 2) {
    const auto base = base_column(values, style);
    size_t base_table = made[0];
    for (size_t k = 0; k < values.size(); ++k)
      if (values[k] == base) base_table = made[k];
    for (size_t table : made)
      if (table != base_table)
        collector.pair(base_table, table,
                       base_table == made[0]
                           ? "columns of one table; the first is the base"
                           : "columns of one table; headings or the change column name the base");
  }
}

}  // namespace lodestone
