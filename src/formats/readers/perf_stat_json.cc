// SPDX-License-Identifier: GPL-2.0-or-later
// perf stat -j: one object a line. Read field by field rather than by a JSON parser, since versions
// print trailing commas, bare nan, and mails wrap and cut the objects; a field counts only when it
// is complete.
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_perf_stat_json {
namespace {

// The fields of an object, values without their quotes; `complete` says whether its end was seen.
std::map<std::string, std::string> fields_of(std::string_view text, bool& complete) {
  std::map<std::string, std::string> fields;
  complete = false;
  size_t i = text.find('{');
  if (i == std::string_view::npos) return fields;
  ++i;
  const auto skip = [&] {
    while (i < text.size() &&
           (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == ','))
      ++i;
  };
  const auto quoted = [&](std::string& out) {
    if (i >= text.size() || text[i] != '"') return false;
    for (++i; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      out += text[i] == '\n' ? ' ' : text[i];
    }
    if (i >= text.size()) return false;
    ++i;
    return true;
  };
  while (true) {
    skip();
    if (i < text.size() && text[i] == '}') {
      complete = true;
      return fields;
    }
    std::string key, value;
    if (!quoted(key)) return fields;
    skip();
    if (i >= text.size() || text[i] != ':') return fields;
    ++i;
    skip();
    if (i < text.size() && text[i] == '"') {
      if (!quoted(value)) return fields;
    } else {
      const size_t end = text.find_first_of(",}", i);
      if (end == std::string_view::npos) return fields;  // cut inside the figure
      value = std::string(trim(text.substr(i, end - i)));
      i = end;
    }
    fields[key] = value;
    if (fields.size() > 60) return fields;
  }
}

class PerfStatJsonReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return false;
    if (!held_.empty()) {
      if (held_.size() < 4000 && (text.front() == '"' || text.front() == '}')) {
        held_ += '\n';
        held_ += text;
        held_line_ = line.number;
        take(collector, held_line_, false);
        return true;
      }
      // A cut object belongs to where it stands, not to where its end was missed.
      take(collector, held_line_, true);
    }
    const bool object = text.size() < 4000 && text.front() == '{' &&
                        text.find("\"counter-value\"") != std::string_view::npos;
    const bool open = text.front() == '{' && text.find("\"event\"") == std::string_view::npos &&
                      text.find("\"interval\"") != std::string_view::npos;
    const bool metric =
        text.front() == '{' && (text.find("\"metric-value\"") != std::string_view::npos ||
                                text.starts_with("{\"metricgroup\""));
    if (!object && !open) {
      if (metric && table_) return true;  // a metric of the event before
      if (text.front() != '#') table_.reset();
      return false;
    }
    held_ = std::string(text);
    held_line_ = line.number;
    take(collector, line.number, false);
    return true;
  }

  void finish(Collector& collector) override {
    if (!held_.empty()) take(collector, held_line_, true);
    if (multiplexed_)
      collector.find("F224 multiplexed",
                     fmt::format("{} counts were taken only part of the time, down to {}%",
                                 multiplexed_, shortest(lowest_)),
                     "such counts are estimates", "count fewer events at once");
  }

 private:
  // `last`: nothing more can come, a cut object is used as far as it goes.
  void take(Collector& collector, uint64_t number, bool last) {
    bool complete = false;
    auto fields = fields_of(held_, complete);
    if (!complete && !last) return;
    held_.clear();
    if (!fields.count("event") || !fields.count("counter-value")) return;
    if (!complete)
      collector.find("F205 row-cut",
                     fmt::format("the object of {} is cut off; what is complete of it was used",
                                 fields["event"]));
    std::string title = fields["event"];
    for (const char* key : {"thread", "cpu", "core", "die", "cluster", "cache", "socket", "node"})
      if (fields.count(key)) title = fields[key] + ": " + title;
    const std::string interval = fields.count("interval") ? fields["interval"] : "";
    if (!table_ || seen_.count(title) || interval != interval_ || number > last_ + 3) {
      table_ = interval.empty() ? collector.open("perf-stat-json")
                                : collector.open("perf-stat-json", interval);
      collector.origin(*table_).comparable = interval.empty();
      interval_ = interval;
      seen_.clear();
    }
    last_ = number;
    seen_.insert(title);
    ReadingRow& row = collector.add(*table_, title, fields["unit"],
                                    parse_number(fields["counter-value"], NumberStyle::point));
    if (fields.count("variance")) {
      row.spread_percent = parse_number(fields["variance"], NumberStyle::point);
      row.spread_kind = SpreadKind::standard_error;
    }
    const auto share = parse_number(fields["pcnt-running"], NumberStyle::point);
    if (share && *share < 99.9 && row.value) {
      ++multiplexed_;
      lowest_ = std::min(lowest_, *share);
    }
  }

  std::string held_, interval_;
  std::optional<size_t> table_;
  std::set<std::string> seen_;
  uint64_t last_ = 0, held_line_ = 0;
  size_t multiplexed_ = 0;
  double lowest_ = 100;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<PerfStatJsonReader>();
}

}  // namespace

extern const Format reader_perf_stat_json{"perf-stat-json", "perf stat -j, all versions", make};

}  // namespace lodestone::reader_perf_stat_json
