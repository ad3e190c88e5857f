// SPDX-License-Identifier: GPL-2.0-or-later
// hyperfine --export-json: seconds; one table a command, its runs are the samples. Two commands are
// a comparison. Also what it prints ("Time (mean ± σ): ...") and its markdown table; the CSV has
// its own reader (readers/csv.cc).
#include <cmath>

#include "base/text.h"
#include "formats/columns.h"
#include "formats/cursor.h"
#include "formats/json_view.h"
#include "formats/line.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_hyperfine {
namespace {

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced && !(mentions(bytes, "\"results\"") && mentions(bytes, "\"command\"") &&
                   mentions(bytes, "\"stddev\"")))
    return false;
  const auto document = JsonDocument::parse(bytes, true);
  if (!document) return false;
  std::vector<size_t> tables;
  document->root()["results"].each([&](JsonView result) {
    const auto command = result["command"].text();
    const auto mean = result["mean"].number();
    if (!command || !mean) return true;
    const size_t table = collector.open("hyperfine", std::string(*command));
    tables.push_back(table);
    result["parameters"].each_field([&](std::string_view name, JsonView value) {
      collector.table(table).context.set("parameter " + std::string(name), value.string());
      return true;
    });
    ReadingRow& row = collector.add(table, "mean", "s", mean);
    result["times"].each([&](JsonView time) {
      if (auto seconds = time.number()) row.samples.push_back(*seconds);
      return true;
    });
    if (!row.samples.empty()) row.n = static_cast<long long>(row.samples.size());
    if (auto deviation = result["stddev"].number(); deviation && *mean > 0)
      row.spread_percent = 100 * *deviation / *mean;
    for (const char* name : {"median", "min", "max", "user", "system"})
      if (auto value = result[name].number()) {
        ReadingRow& other = collector.add(table, name, "s", value);
        if (std::string_view(name) == "user" || std::string_view(name) == "system")
          other.metric.better = Better::neutral;
      }
    size_t failed = 0;
    result["exit_codes"].each([&](JsonView code) {
      failed += code.number().value_or(1) != 0;
      return true;
    });
    if (failed)
      collector.find(
          "F229 failed-runs",
          std::string(*command) + ": " + std::to_string(failed) + " runs ended with an error",
          "a failing program may have done less work");
    return true;
  });
  if (tables.size() == 2) collector.pair(tables[0], tables[1], "the two commands of one call");
  return !tables.empty();
}

class HyperfineReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 1000) return false;
    if (text.starts_with("|")) return markdown(text, collector);
    columns_.clear();
    // "Benchmark 1: ./a", before version 1.12 "Benchmark #1: ./a"
    if (text.starts_with("Benchmark ") && text.size() > 12) {
      Cursor cursor(text.substr(10));
      cursor.take("#");
      const auto number = cursor.take_number();
      if (!number || !cursor.take(":") || cursor.done()) return false;
      // Another call: what stands above it may name a side.
      if (number->value == 1) begin(collector);
      command_ = std::string(cursor.rest());
      table_.reset();
      last_ = line.number;
      return true;
    }
    if (command_.empty() || line.number > last_ + 4) return false;
    if (text.starts_with("Time (") && text.find('[') != std::string_view::npos)
      return times(text, collector);
    if (text.starts_with("Time (abs")) return false;
    if (text.starts_with("Range (") && table_) return range(text, collector);
    return false;
  }

  void finish(Collector& collector) override { pair(collector); }

 private:
  struct Time {
    double value = 0;
    std::string unit;
  };
  static std::optional<Time> take_time(Cursor& cursor) {
    const auto value = cursor.take_number(NumberStyle::point);
    std::string_view unit = cursor.word();
    while (!unit.empty() && (unit.back() == ',' || unit.back() == ']')) unit.remove_suffix(1);
    if (!value || (unit != "s" && unit != "ms" && unit != "µs")) return std::nullopt;
    cursor.take(unit.size());
    return Time{value->value, std::string(unit)};
  }

  // "Time (mean ± σ):     503.1 ms ±   4.2 ms    [User: 110.3 ms, System: 1620.4 ms]"
  bool times(std::string_view text, Collector& collector) {
    Cursor cursor(text.substr(text.find(':') + 1));
    const auto mean = take_time(cursor);
    if (!mean) return false;
    std::optional<Time> deviation;
    if (cursor.take("±")) {
      deviation = take_time(cursor);
      if (!deviation || deviation->unit != mean->unit) return false;
    }
    open(command_, collector);
    ReadingRow& row = collector.add(*table_, "mean", mean->unit, mean->value);
    if (deviation && mean->value > 0) row.spread_percent = 100 * deviation->value / mean->value;
    for (const char* name : {"User", "System"}) {
      const size_t at = text.find(std::string(name) + ": ");
      if (at == std::string_view::npos) continue;
      Cursor part(text.substr(at + std::string_view(name).size() + 2));
      if (const auto time = take_time(part))
        collector.add(*table_, to_lower(name), time->unit, time->value).metric.better =
            Better::neutral;
    }
    return true;
  }

  // "Range (min … max):   497.7 ms … 510.4 ms    10 runs"
  bool range(std::string_view text, Collector& collector) {
    Cursor cursor(text.substr(text.find(':') + 1));
    const auto low = take_time(cursor);
    if (!low || (!cursor.take("…") && !cursor.take("..."))) return false;
    const auto high = take_time(cursor);
    if (!high) return false;
    collector.add(*table_, "min", low->unit, low->value);
    collector.add(*table_, "max", high->unit, high->value);
    const auto runs = cursor.take_number(NumberStyle::point);
    if (runs && cursor.take("runs") && runs->value >= 1 && runs->value < 1e9)
      collector.table(*table_).rows[0].n = static_cast<long long>(runs->value);
    return true;
  }

  // "| `./a` | 503.1 ± 4.2 | 497.7 | 510.4 | 1.03 ± 0.01 |" below "| Command | Mean [ms] | ...".
  bool markdown(std::string_view text, Collector& collector) {
    const auto cells = bar_cells(text);
    if (is_rule_line(text)) return !columns_.empty();
    if (cells.size() >= 4 && cells[0] == "Command" && cells[1].starts_with("Mean [")) {
      columns_.clear();
      for (std::string_view cell : cells) columns_.emplace_back(cell);
      begin(collector);
      return true;
    }
    if (columns_.empty() || cells.size() != columns_.size()) return false;
    const auto mean = parse_cell(cells[1], NumberStyle::point);
    if (!mean || !mean->value) return false;
    open(strip_markup(cells[0]), collector);
    for (size_t c = 1; c < cells.size(); ++c) {
      const size_t open = columns_[c].find(" ["), close = columns_[c].find(']');
      const auto cell = parse_cell(cells[c], NumberStyle::point);
      if (open == std::string::npos || close == std::string::npos || !cell || !cell->value)
        continue;
      ReadingRow& row = collector.add(*table_, to_lower(columns_[c].substr(0, open)),
                                      columns_[c].substr(open + 2, close - open - 2), cell->value);
      row.spread_percent = cell->spread_percent;
    }
    command_.clear();
    return true;
  }

  // A call of hyperfine: what stands above it may name a side.
  void begin(Collector& collector) {
    pair(collector);
    heading_ = collector.surroundings.label();
    if (role_of(heading_) == Role::none && !names_version(heading_)) heading_.clear();
    if (heading_.find("±") != std::string::npos) heading_.clear();  // its own summary
  }

  void open(const std::string& command, Collector& collector) {
    table_ = collector.open("hyperfine", heading_.empty() ? command : heading_);
    tables_.push_back(*table_);
    if (!heading_.empty()) collector.table(*table_).context.set("test", command);
  }

  void pair(Collector& collector) {
    // Under headings the headings tell the sides.
    if (tables_.size() == 2 && heading_.empty())
      collector.pair(tables_[0], tables_[1], "the two commands of one call");
    tables_.clear();
  }

  std::string command_, heading_;
  std::vector<std::string> columns_;
  std::vector<size_t> tables_;
  std::optional<size_t> table_;
  uint64_t last_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<HyperfineReader>();
}

}  // namespace

extern const Format reader_hyperfine{"hyperfine", "hyperfine --export-json, its text and markdown",
                                     make, read};

}  // namespace lodestone::reader_hyperfine
