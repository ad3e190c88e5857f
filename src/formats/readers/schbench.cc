// SPDX-License-Identifier: GPL-2.0-or-later
// schbench: "Wakeup Latencies percentiles (usec) runtime 30 (s)", then "99.0th: 1234 (66 samples)".
// Interim reports are overwritten by later ones, so the last of a kind counts. The samples are
// wakeups, not runs.
#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_schbench {
namespace {

class SchbenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 200) return false;
    const size_t at = text.find("percentiles (");
    if (at != std::string_view::npos && at < 40) {
      section_ = std::string(trim(text.substr(0, at)));
      const std::string_view rest = text.substr(at + 13);
      unit_ = std::string(rest.substr(0, rest.find(')')));
      // What stands already and is not given again for a longer time is of another run.
      double runtime = 0;
      if (const size_t from = rest.find("runtime "); from != std::string_view::npos) {
        Cursor cursor(rest.substr(from + 8));
        if (const auto seconds = cursor.take_number(NumberStyle::point)) runtime = seconds->value;
      }
      const auto known = runtimes_.find(section_);
      const std::string label = collector.surroundings.label();
      if (table_ && ((known != runtimes_.end() && runtime <= known->second) || label != label_)) {
        table_.reset();
        rows_.clear();
        runtimes_.clear();
      }
      runtimes_[section_] = runtime;
      if (!table_) {
        label_ = label;
        table_ = collector.open("schbench", label);
      }
      return true;
    }
    if (!table_) return false;
    if (text.starts_with("*")) text = trim(text.substr(1));
    Cursor cursor(text);
    if (text.starts_with("average rps:") || text.starts_with("current rps:")) {
      cursor.take(12);
      if (auto value = cursor.take_number(NumberStyle::point); value && text.starts_with("average"))
        put("average rps", "/s", value->value, collector);
      return true;
    }
    if (section_.empty()) return false;
    if (text.starts_with("min=")) {
      const size_t max = text.find("max=");
      if (max != std::string_view::npos)
        if (auto value = parse_number(trim(text.substr(max + 4)), NumberStyle::point))
          put(section_ + ": max", unit_, *value, collector);
      return true;
    }
    auto percentile = cursor.take_number(NumberStyle::point);
    if (!percentile || !cursor.take("th:")) return false;
    auto value = cursor.take_number(NumberStyle::point);
    if (!value) return false;
    put(fmt::format("{}: {}th", section_, fixed(percentile->value, 1)), unit_, value->value,
        collector);
    return true;
  }

 private:
  void put(const std::string& title, const std::string& unit, double value, Collector& collector) {
    const auto known = rows_.find(title);
    if (known != rows_.end()) {
      collector.table(*table_).rows[known->second].value = value;
      return;
    }
    collector.add(*table_, title, unit, value);
    rows_[title] = collector.table(*table_).rows.size() - 1;
  }

  std::optional<size_t> table_;
  std::map<std::string, size_t> rows_;
  std::map<std::string, double> runtimes_;
  std::string section_, unit_, label_;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<SchbenchReader>();
}

}  // namespace

extern const Format reader_schbench{"schbench", "schbench percentiles", make};

}  // namespace lodestone::reader_schbench
