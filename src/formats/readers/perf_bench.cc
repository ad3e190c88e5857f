// SPDX-License-Identifier: GPL-2.0-or-later
// perf bench: one table a benchmark. What it calls "+-" is the standard error of the mean of its
// repeats (tools/perf/bench/futex.h and bench.h).
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_perf_bench {
namespace {

class PerfBenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return false;
    if (text.size() > 500) return false;
    if (text.starts_with("# Running '") && text.find("' benchmark") != std::string_view::npos) {
      const std::string name(text.substr(11, text.find("' benchmark") - 11));
      begin(name, collector);
      last_ = line.number;
      return true;
    }
    if (text.front() == '#' && is_heading(text)) return running_ = false;
    if (running_ && rows_ == 0 && text.front() == '#') remember(text);
    if (text.starts_with("# Executed ") && text.size() > 20) {
      // Its own heading where "# Running" is missing.
      if (!running_ || rows_ > 0 || line.number > last_ + 2) {
        Cursor cursor(text.substr(11));
        cursor.take_number();
        begin(std::string(cursor.rest()), collector);
        remember(text);
      }
      last_ = line.number;
      return true;
    }
    // "# Running syscall/basic benchmark...": one of several.
    if (text.starts_with("# Running ") && text.ends_with(" benchmark...") && text.size() > 23) {
      begin(std::string(text.substr(10, text.size() - 23)), collector);
      last_ = line.number;
      return true;
    }
    if (simple(line, text, collector)) return true;
    if (!running_) return false;
    if (line.number > last_ + 40) {
      running_ = false;
      return false;
    }
    if (body(text, collector)) {
      last_ = line.number;
      return true;
    }
    if (text.starts_with("Run summary [PID ") && rows_ == 0)
      if (const size_t close = text.find("]: "); close != text.npos)
        remember(text.substr(close + 2));
    if (text.front() == '#' || text.starts_with("Run summary") || text.starts_with("Nesting") ||
        text.starts_with("Computing performance ") || text.starts_with("synthesizing ") ||
        text.starts_with("Averaged"))
      return true;
    running_ = false;
    return false;
  }

 private:
  // "perf bench -f simple sched pipe", whose output is the seconds alone.
  bool simple(const Line& line, std::string_view text, Collector& collector) {
    if (const size_t at = text.find("perf bench -f simple sched ");
        at != std::string_view::npos && at < 60) {
      const auto pieces = words(text.substr(at + 27));
      simple_ = pieces.empty() ? std::string() : "sched/" + std::string(pieces[0]);
      simple_line_ = line.number;
      return false;
    }
    if (simple_.empty() || line.number != simple_line_ + 1) return false;
    Cursor cursor(text);
    const auto value = cursor.take_number(NumberStyle::point);
    if (!value || value->decimals == 0 || !cursor.done()) return false;
    begin(std::exchange(simple_, {}), collector);
    last_ = line.number;
    add("Total time", "sec", value->value, collector);
    running_ = false;
    return true;
  }

  // "Average synthesis took: 121.300 usec (+- 0.510 usec)", "Average time per event 2.757 usec"
  bool average(std::string_view text, Collector& collector) {
    const size_t figure = text.find_first_of("0123456789");
    if (!text.starts_with("Average ") || figure == std::string_view::npos) return false;
    std::string_view title = trim(text.substr(0, figure));
    if (title.ends_with(':')) title.remove_suffix(1);
    if (title.ends_with(" took")) title.remove_suffix(5);
    Cursor cursor(text.substr(figure));
    const auto value = cursor.take_number(NumberStyle::point);
    if (!value) return false;
    std::string unit;
    if (!cursor.done() && cursor.rest().front() != '(') unit = std::string(cursor.take_word());
    std::optional<double> spread;
    if (cursor.take("(+-")) {
      const auto error = cursor.take_number(NumberStyle::point);
      if (!error) return false;
      if (value->value > 0) spread = 100 * error->value / value->value;
    } else if (!cursor.done()) {
      return false;
    }
    ReadingRow& row = add(title, unit, value->value, collector);
    row.spread_percent = spread;
    row.spread_kind = SpreadKind::standard_error;
    return true;
  }

  // "# After", "## Before": somebody's heading between two results.
  static bool is_heading(std::string_view text) {
    return words(text).size() <= 4 && role_of(text) != Role::none &&
           text.find_first_of("0123456789'") == text.npos;
  }

  // "# Executed 1,000,000 pipe operations between two processes", "# 10 groups == 400 processes
  // run": what was done is part of the question. Commas in the figures came later.
  void remember(std::string_view text) {
    text = trim(text.substr(1));
    if (text.starts_with("function ") || settings_.size() > 300) return;
    std::string plain;
    // Where a futex lies changes from process to process.
    if (const size_t address = text.find(" 0x"); address != text.npos) {
      plain = text.substr(0, address);
      text.remove_prefix(std::min(text.find_first_of(" )", address + 1), text.size()));
    }
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] != ',' || i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) ||
          !is_digit(text[i + 1]))
        plain += text[i];
    settings_ += (settings_.empty() ? "" : "; ") + plain;
  }

  void begin(std::string name, Collector& collector) {
    heading_ = collector.surroundings.label();
    settings_.clear();
    name_ = std::move(name);
    running_ = true;
    table_.reset();
    function_.clear();
    runs_.clear();
    rows_ = 0;
  }

  size_t table(Collector& collector) {
    if (!table_) {
      // A heading that tells a side or a version is the better name.
      const bool side = role_of(heading_) != Role::none || names_version(heading_);
      table_ = collector.open("perf-bench", side ? heading_ : name_);
      ReadingTable& made = collector.table(*table_);
      made.copies.reset();
      made.context.set("test", name_);
      if (!heading_.empty()) made.context.set("heading", heading_);
      if (!settings_.empty()) made.context.set("settings", settings_);
    }
    return *table_;
  }

  ReadingRow& add(std::string_view title, std::string_view unit, double value,
                  Collector& collector) {
    ++rows_;
    const size_t index = table(collector);
    return collector.add(index, title, unit, value);
  }

  bool body(std::string_view text, Collector& collector) {
    if (text.starts_with("# function '")) {
      const size_t end = text.find('\'', 12);
      if (end != std::string_view::npos) function_ = std::string(text.substr(12, end - 12));
      return true;
    }
    Cursor cursor(text);
    if (cursor.take("Total time:")) {
      auto value = cursor.take_number();
      if (!value) return false;
      if (cursor.take("[")) {
        const std::string_view unit = cursor.rest().substr(0, cursor.rest().find(']'));
        add("Total time", unit, value->value, collector);
        return true;
      }
      if (!cursor.rest().starts_with("usecs")) return false;
      add("Total time", "usecs", value->value, collector);
      return true;
    }
    if (text.starts_with("[Run ") || text.starts_with("[thread ")) return listed(text, collector);
    if (average(text, collector)) return true;
    if (cursor.take("Averaged ")) {
      auto value = cursor.take_number();
      if (!value) return false;
      const std::string_view unit = cursor.take_word();
      finish_mean("Averaged", unit, *value, text, collector);
      return true;
    }
    // "Wokeup 8 of 8 threads in 0.0186 ms (+-3.12%)"
    if (const size_t at = text.find(" in ");
        at != std::string_view::npos && text.find("(+-") != std::string_view::npos) {
      Cursor tail(text.substr(at + 4));
      auto value = tail.take_number();
      if (!value) return false;
      const std::string_view unit = tail.take_word();
      finish_mean(trim(text.substr(0, at)), unit, *value, text, collector);
      return true;
    }
    auto value = cursor.take_number();
    if (!value) return false;
    const std::string_view unit = cursor.rest();
    for (std::string_view known : {"usecs/op", "usecs/op/cpu", "ops/sec", "GB/sec", "MB/sec",
                                   "KB/sec", "bytes/cycle", "cycles/byte", "B/sec"})
      if (unit == known ||
          (unit.starts_with(known) && (unit.substr(known.size()).starts_with(" (") ||
                                       (unit.ends_with(" to baseline") && unit[8] == ' ')))) {
        add(function_.empty() ? known : std::string_view(function_), known, value->value,
            collector);
        return true;
      }
    return false;
  }

  // "[Run 1]: Wokeup 8 of 8 threads in 0.0170 ms", "[thread  0] futexes: ... [ 490919 ops/sec ]"
  bool listed(std::string_view text, Collector& collector) {
    const size_t close = text.find(']');
    if (close == std::string_view::npos) return false;
    std::string title;
    for (std::string_view word : words(text.substr(1, close - 1)))
      title += (title.empty() ? "" : " ") + std::string(word);
    if (text.starts_with("[thread")) {
      const size_t open = text.rfind('[');
      if (open == 0 || open == std::string_view::npos) return true;
      Cursor cursor(text.substr(open + 1));
      auto value = cursor.take_number();
      if (!value) return true;
      add(title, cursor.take_word(), value->value, collector);
      return true;
    }
    const size_t at = text.rfind(" in ");
    if (at == std::string_view::npos) return true;
    Cursor cursor(text.substr(at + 4));
    auto value = cursor.take_number();
    if (!value) return true;
    runs_.push_back(value->value);
    return true;
  }

  void finish_mean(std::string_view title, std::string_view unit, const Numeral& value,
                   std::string_view text, Collector& collector) {
    ReadingRow& row = add(title, unit, value.value, collector);
    if (const size_t at = text.find("+-"); at != std::string_view::npos) {
      Cursor cursor(text.substr(at + 2));
      if (auto spread = cursor.take_number()) {
        row.spread_percent = spread->value;
        row.spread_kind = SpreadKind::standard_error;
      }
    }
    if (runs_.size() > 1) {
      row.n = static_cast<long long>(runs_.size());
      double sum = 0;
      for (double run : runs_) sum += run;
      const double mean = sum / static_cast<double>(runs_.size());
      if (fixed(mean, value.decimals) != fixed(value.value, value.decimals) &&
          std::abs(mean - value.value) > 0.6 * std::pow(10.0, -value.decimals))
        collector.find(
            "F225 mean-mismatch",
            fmt::format("{}: mean printed {}, recomputed {} from {} runs", name_,
                        shortest(value.value), fixed(mean, value.decimals), runs_.size()));
      runs_.clear();
      collector.find("F228 repeats-in-one-process",
                     fmt::format("{}: the {} repeats ran in one process", name_, *row.n),
                     "repeats of one process hide what differs from process to process",
                     "run the benchmark several times");
    }
  }

  std::optional<size_t> table_;
  std::string name_, function_, simple_, heading_, settings_;
  uint64_t simple_line_ = 0;
  std::vector<double> runs_;
  uint64_t last_ = 0;
  size_t rows_ = 0;
  bool running_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<PerfBenchReader>();
}

}  // namespace

extern const Format reader_perf_bench{"perf-bench", "perf bench, all collections", make};

}  // namespace lodestone::reader_perf_bench
