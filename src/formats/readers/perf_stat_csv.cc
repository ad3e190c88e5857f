// SPDX-License-Identifier: GPL-2.0-or-later
// perf stat -x: [time,] [aggregate,[counters,]] value,unit,event,[spread%,] ran ns,% of the
// time[,metric,unit]. Any separator; with blanks an empty unit leaves two of them. man perf-stat,
// "CSV FORMAT".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "formats/known_titles.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_perf_stat_csv {
namespace {

// The texts are views of the line or of what is kept.
struct CsvRow {
  std::string_view time, aggregate, title, unit;
  Maybe<double> value, spread;
  double share = 100;
  bool ran = true;
};

bool is_value(std::string_view field) {
  return field == "<not counted>" || field == "<not supported>" ||
         (!field.empty() && field[0] >= '0' && field[0] <= '9' &&
          parse_number(field, NumberStyle::point).has_value());
}

bool is_event(std::string_view name) {
  if (name.size() < 2 || name.size() > 300) return false;
  if (is_perf_event(name)) return true;
  const char c = name[0];
  if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '{' || c == '_')) return false;
  return name.find(' ') == std::string_view::npos || name.find('/') != std::string_view::npos;
}

// The names of events that were read. They come back in the same order in every interval, so that
// the next one is nearly always the one expected.
class Events {
 public:
  // The event as it is known, if it is one.
  std::optional<std::string_view> find(std::string_view name) {
    if (next_ < known_.size() && known_[next_] == name) return known_[next_++];
    auto found = std::find(known_.begin(), known_.end(), name);
    if (found == known_.end()) {
      if (!is_event(name)) return std::nullopt;
      if (known_.size() == most) known_.clear();
      found = known_.insert(known_.end(), name);
    }
    next_ = (static_cast<size_t>(found - known_.begin()) + 1) % known_.size();
    return *found;
  }

 private:
  static constexpr size_t most = 64;
  std::vector<Name> known_;
  size_t next_ = 0;
};

// What a row's texts are views of, beside the line.
struct Kept {
  Events events;
  std::string shielded;
};

std::optional<CsvRow> parse(std::string_view text, char separator, Kept& kept) {
  // "<not counted>" holds a blank.
  if (separator == ' ' && text.find("<not ") != std::string_view::npos) {
    kept.shielded = replace_all(replace_all(std::string(text), "<not counted>", "<not\1counted>"),
                                "<not supported>", "<not\1supported>");
    text = kept.shielded;
  }
  constexpr size_t most = 40;
  std::array<std::string_view, most> fields;
  size_t count = 0;
  for (size_t start = 0, end = 0; end != text.npos; start = end + 1) {
    if (count == most) return std::nullopt;
    end = text.find(separator, start);
    fields[count++] = text.substr(start, end == text.npos ? end : end - start);
  }
  if (count < 5) return std::nullopt;
  const auto field = [&](size_t i) -> std::string_view {
    const std::string_view text = trim(fields[i]);
    if (text == "<not\1counted>") return "<not counted>";
    if (text == "<not\1supported>") return "<not supported>";
    return text;
  };
  const NumberStyle style = separator == ',' ? NumberStyle::point : NumberStyle::unknown;
  for (size_t k = 0; k <= 3 && k + 4 < count; ++k) {
    if (!is_value(field(k))) continue;
    // An event may hold the separator: take as many fields as it needs until the two figures fit.
    for (size_t length = 1; length <= 4 && k + 2 + length + 1 < count; ++length) {
      std::string_view event = field(k + 2);
      std::string joined;
      for (size_t i = 1; i < length; ++i) {
        if (i == 1) joined = event;
        event = joined.append(1, separator).append(field(k + 2 + i));
      }
      size_t at = k + 2 + length;
      CsvRow row;
      const std::string_view spread = field(at);
      if (spread.ends_with('%')) {
        auto percent = parse_percent(spread, style);
        if (!percent || at + 2 >= count) continue;
        row.spread = percent->value;
        ++at;
      }
      const auto ran = parse_integer(field(at));
      const auto share = parse_number(field(at + 1), style);
      if (!ran || *ran < 0 || !share || *share < 0 || *share > 100.01 ||
          field(at + 1).find_first_of(".,") == std::string_view::npos)
        continue;
      const auto known = kept.events.find(event);
      if (!known) continue;
      const std::string_view unit = field(k + 1);
      if (unit.size() > 12 || (!unit.empty() && unit[0] >= '0' && unit[0] <= '9')) continue;
      if (k >= 1) {
        const std::string_view first = field(0);
        if (first.find_first_of(".,") != std::string_view::npos && parse_number(first, style))
          row.time = first;
        else
          row.aggregate = first;
        if (k >= 2 && row.aggregate.empty()) row.aggregate = field(1);
      }
      row.title = *known;
      row.unit = unit;
      row.value = parse_number(field(k), separator == ',' ? NumberStyle::point
                                         : field(k).find(',') != std::string_view::npos
                                             ? NumberStyle::comma
                                             : NumberStyle::point);
      row.share = *share;
      row.ran = *ran > 0;
      return row;
    }
  }
  return std::nullopt;
}

class PerfStatCsvReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 2000) return false;
    const char c = text[0];
    if (!((c >= '0' && c <= '9') || c == '<' || c == 'C' || c == 'S' || c == 'N' || c == 'D' ||
          (table_ && separator_)))
      return false;
    std::optional<CsvRow> row;
    if (separator_) row = parse(text, separator_, kept_);
    if (!row)
      for (char candidate : {',', ';', '\t', '|', ':', '@', ' '}) {
        if (text.find(candidate) == std::string_view::npos) continue;
        row = parse(text, candidate, kept_);
        // With blanks and colons prose could look alike: the event has to be a known one.
        if (row && (candidate == ' ' || candidate == ':' || candidate == '|') &&
            !is_perf_event(row->title))
          row.reset();
        if (row) {
          separator_ = candidate;
          break;
        }
      }
    if (!row) {
      if (table_ && separator_ && text.find(separator_) == std::string_view::npos) close(collector);
      return false;
    }
    const Name title = row->aggregate.empty()
                           ? Name(row->title)
                           : Name(std::string(row->aggregate).append(": ").append(row->title));
    if (!table_ || row->time != time_ || seen_[title] == *table_ + 1 || line.number > last_ + 3) {
      close(collector);
      table_ = row->time.empty() ? collector.open("perf-stat-csv")
                                 : collector.open("perf-stat-csv", std::string(row->time));
      collector.origin(*table_).comparable = row->time.empty();
      time_ = row->time;
    }
    last_ = line.number;
    seen_[title] = *table_ + 1;
    ReadingRow& out = collector.add(*table_, title, row->unit, row->value);
    out.spread_percent = row->spread;
    out.spread_kind = SpreadKind::standard_error;
    if (row->ran && row->share < 99.9 && row->value) {
      ++multiplexed_;
      lowest_ = std::min(lowest_, row->share);
    }
    return true;
  }

  void finish(Collector& collector) override {
    close(collector);
    if (multiplexed_)
      collector.find("F224 multiplexed",
                     fmt::format("{} counts were taken only part of the time, down to {}%",
                                 multiplexed_, shortest(lowest_)),
                     "such counts are estimates", "count fewer events at once");
  }

 private:
  void close(Collector&) { table_.reset(); }

  std::optional<size_t> table_;
  std::unordered_map<Name, size_t> seen_;  // the table that has the title, counted from 1
  Kept kept_;
  std::string time_;
  uint64_t last_ = 0;
  char separator_ = 0;
  size_t multiplexed_ = 0;
  double lowest_ = 100;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<PerfStatCsvReader>();
}

}  // namespace

extern const Format reader_perf_stat_csv{"perf-stat-csv", "perf stat -x with any separator", make};

}  // namespace lodestone::reader_perf_stat_csv
