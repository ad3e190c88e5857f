// SPDX-License-Identifier: GPL-2.0-or-later
// Tables of one benchmark at several loads, one column a kernel, as scheduler mails draw them:
//
//   grp    tip/sched/core       +patchset                Case:        tip[pct imp](CV)     new[pct
//   imp](CV) 1      1.321(+/- 0.41 %)    1.307(+/- 0.31 %)         1-groups     1.00 [
//   -0.00]( 2.64)     1.02 [ -2.00]( 1.96)
//
// Which way is better stands in the prose above, or follows from the benchmark's name.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "formats/columns.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_load_table {
namespace {

constexpr std::string_view load_words[] = {"group",   "groups", "grp",     "grps",   "client",
                                           "clients", "thread", "threads", "worker", "workers",
                                           "case",    "task",   "tasks",   "nr_task"};

// "#groups:" is "groups".
std::string plain_word(std::string_view word) {
  while (!word.empty() && (word.front() == '#' || word.front() == '|')) word.remove_prefix(1);
  while (!word.empty() && (word.back() == ':' || word.back() == '|')) word.remove_suffix(1);
  return to_lower(word);
}

struct Cell {
  std::optional<double> value;  // none: a computed change
  std::optional<double> spread;
};

class LoadTableReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 600) return false;
    if (!labels_.empty() && row(text, line.number, collector)) return true;
    if (heading(text, line.number)) return false;
    if (is_rule_line(text)) return false;
    if (!tables_.empty()) forget();
    note(text, line.number);
    return false;
  }

 private:
  // Most lines of a log are of no interest, and to be told so quickly.
  static bool worth_noting(std::string_view text) {
    const char c = text[0];
    return c == 'T' || c == 'U' || c == 'n' || c == 'N' ||
           text.find("be") != std::string_view::npos;
  }
  static bool worth_reading(std::string_view text) {
    size_t end = text.find_first_of(" \t");
    if (end == std::string_view::npos) return false;
    const char c = text[text[0] == '#' || text[0] == '|' ? 1 : 0];
    const bool letter = c == 'g' || c == 'G' || c == 'c' || c == 'C' || c == 't' || c == 'T' ||
                        c == 'w' || c == 'W' || c == 'n' || c == 'N' || c == '#' || c == ' ';
    return (letter && end <= 10) || text.find("[pct") != std::string_view::npos;
  }

  // What the prose says about what is measured.
  void note(std::string_view text, uint64_t number) {
    if (!worth_noting(text)) return;
    const std::string low = to_lower(text);
    const auto has = [&](std::string_view word) { return low.find(word) != std::string::npos; };
    // "Test          : stream-10"
    if (const size_t colon = text.find(':');
        low.starts_with("test") && colon != std::string_view::npos &&
        trim(low.substr(0, colon)) == "test" && words(text.substr(colon + 1)).size() == 1) {
      benchmark_ = std::string(trim(text.substr(colon + 1)));
      benchmark_line_ = number;
      better_.reset();
      time_ = normalised_ = false;
      return;
    }
    for (std::string_view name : {"hackbench", "tbench", "netperf", "schbench", "ebizzy"})
      if (has(name)) {
        benchmark_ = std::string(name);
        benchmark_line_ = number;
        better_.reset();
        time_ = name == "hackbench";
      }
    if (has("lower is better") || has("smaller is better")) better_ = Better::lower;
    if (has("higher is better") || has("bigger is better")) better_ = Better::higher;
    if (has("throughput") || has("ops/s") || has("mb/s") || has("per second")) time_ = false;
    if (has("time in") || has("latency") || has("seconds)")) time_ = true;
    if (has("normalized") || has("normalised") || has("relative")) normalised_ = true;
    if (has("is better") || has("normali")) noted_ = number;
  }

  // "grp   tip/sched/core   +patchset   improvement"
  bool heading(std::string_view text, uint64_t number) {
    if (!worth_reading(text)) return false;
    const auto fields = words(text);
    if (fields.size() < 3) return false;
    const std::string first = plain_word(fields[0]);
    const bool improvements = text.find("[pct imp]") != std::string_view::npos;
    if (!improvements &&
        std::find(std::begin(load_words), std::end(load_words), first) == std::end(load_words))
      return false;
    if (is_digit(fields[1].front())) return false;
    forget();
    load_ = first == "grp" || first == "grps" || first == "group" ? "groups" : first;
    cv_ = text.find("(CV)") != std::string_view::npos ||
          to_lower(text).find("std") != std::string::npos;
    std::string rest(text.substr(fields[0].size()));
    for (const char* mark : {"[pct imp]", "(CV)", "(std%)", "(±stdev)", "(stdev)", "(std)"})
      rest = replace_all(rest, mark, "  ");
    for (std::string_view label : words(rest)) labels_.emplace_back(label);
    gaps_.clear();
    for (std::string_view label : gap_cells(trim(rest))) gaps_.emplace_back(label);
    heading_line_ = number;
    return true;
  }

  // "1-groups", "16", "process-pipe": all up to the first cell.
  bool row(std::string_view text, uint64_t number, Collector& collector) {
    if (number > heading_line_ + 3 && tables_.empty()) return false;
    Cursor cursor(text);
    const std::string name(cursor.take_word());
    const bool counted = !name.empty() && is_digit(name[0]) &&
                         name.find_first_not_of("0123456789") != 0 &&
                         (name.find_first_not_of("0123456789") == std::string::npos ||
                          name.find('-') != std::string::npos);
    std::vector<Cell> cells;
    bool bracketed = false;
    while (!cursor.done()) {
      const auto value = cursor.take_number(NumberStyle::point);
      if (!value) return false;
      Cell cell{value->value, std::nullopt};
      if (cursor.take("%")) {  // a computed change
        cells.push_back({});
        continue;
      }
      if (cursor.take("[")) {
        if (!cursor.take_number(NumberStyle::point) || (cursor.take("%"), !cursor.take("]")))
          return false;
        bracketed = true;
      }
      if (cursor.take("(")) {
        const bool marked = cursor.take("+/-") || cursor.take("±");
        const auto inner = cursor.take_number(NumberStyle::point);
        if (!inner || (cursor.take("%"), !cursor.take(")"))) return false;
        // A bare percentage may be a change as well as a spread: only a mark tells.
        if (marked || cv_ || bracketed) cell.spread = inner->value;
      }
      cells.push_back(cell);
    }
    if (!(counted || bracketed) || cells.size() < 2) return false;
    if (tables_.empty() && !open(cells.size(), collector)) return false;
    if (cells.size() != columns_.size()) return false;
    for (size_t c = 0; c < cells.size(); ++c)
      if (columns_[c] && cells[c].value) put(*columns_[c], name, cells[c], collector);
    return true;
  }

  bool open(size_t count, Collector& collector) {
    const std::vector<std::string>& labels = labels_.size() == count ? labels_ : gaps_;
    if (labels.size() != count) return false;
    const bool known = !benchmark_.empty() && heading_line_ <= benchmark_line_ + 30;
    for (const std::string& label : labels) {
      if (is_derived_column(label)) {
        columns_.emplace_back(std::nullopt);
        continue;
      }
      columns_.emplace_back(collector.open("load-table", label));
      tables_.push_back(*columns_.back());
      if (known) collector.table(tables_.back()).context.set("test", benchmark_);
    }
    size_t base = 0;
    for (size_t t = 0; t < tables_.size(); ++t)
      if (role_of(collector.table(tables_[t]).label) == Role::base) {
        base = t;
        break;
      }
    for (size_t t = 0; t < tables_.size(); ++t)
      if (t != base) collector.pair(tables_[base], tables_[t], "columns of one table");
    return tables_.size() >= 2;
  }

  void put(size_t table, const std::string& name, const Cell& cell, Collector& collector) {
    const bool known = !benchmark_.empty() && heading_line_ <= benchmark_line_ + 30;
    std::string title = known ? benchmark_ + " " : "";
    title +=
        is_digit(name.back()) && name.find('-') == std::string::npos ? name + " " + load_ : name;
    ReadingRow& row = collector.add(table, title, {}, cell.value);
    row.spread_percent = cell.spread;
    row.metric.kind = Kind::count;
    row.metric.better = Better::neutral;
    const bool near = heading_line_ <= noted_ + 30;
    if (better_ && near) row.metric.better = *better_;
    if (!better_ && known && benchmark_ == "hackbench" && time_) row.metric.better = Better::lower;
    if (row.metric.better == Better::lower && known && time_) row.metric.kind = Kind::time;
    if (row.metric.better == Better::higher) row.metric.kind = Kind::rate;
    if (row.metric.kind == Kind::time && !(normalised_ && near)) row.metric.unit = "s";
  }

  void forget() {
    labels_.clear();
    gaps_.clear();
    columns_.clear();
    tables_.clear();
  }

  std::string benchmark_, load_;
  std::optional<Better> better_;
  bool time_ = false, normalised_ = false, cv_ = false;
  uint64_t benchmark_line_ = 0, noted_ = 0, heading_line_ = 0;
  std::vector<std::string> labels_, gaps_;
  std::vector<std::optional<size_t>> columns_;
  std::vector<size_t> tables_;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<LoadTableReader>();
}

}  // namespace

extern const Format reader_load_table{
    "load-table", "one benchmark at several loads (hackbench's groups), one column a kernel", make};

}  // namespace lodestone::reader_load_table
