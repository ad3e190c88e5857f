// SPDX-License-Identifier: GPL-2.0-or-later
// stress-ng --metrics, old ("info:") and new ("metrc:") generations, and its YAML. Rows are titled
// "STRESSOR: METRIC".
#include <fmt/format.h>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_stress_ng {
namespace {

struct Column {
  const char* title;
  const char* unit;
};
constexpr Column columns[] = {{"bogo ops", ""},
                              {"real time", "secs"},
                              {"usr time", "secs"},
                              {"sys time", "secs"},
                              {"bogo ops/s (real time)", ""},
                              {"bogo ops/s (usr+sys time)", ""},
                              {"CPU used per instance", "%"},
                              {"RSS Max", "KB"}};

// "stress-ng: info:  [2759] " in front of a line.
bool strip_prefix(std::string_view& text) {
  if (!text.starts_with("stress-ng: ")) return false;
  std::string_view rest = text.substr(11);
  for (std::string_view level : {"info:", "metrc:", "metrics:"})
    if (rest.starts_with(level)) {
      rest.remove_prefix(level.size());
      rest = trim(rest);
      if (rest.starts_with("["))
        if (const size_t close = rest.find(']'); close != std::string_view::npos)
          rest = trim(rest.substr(close + 1));
      text = rest;
      return true;
    }
  return false;
}

bool is_stressor(std::string_view word) {
  if (word.empty() || word.size() > 40 || word[0] < 'a' || word[0] > 'z') return false;
  for (char c : word)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) return false;
  return true;
}

class StressNgReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 400) return false;
    const bool own = strip_prefix(text);
    // The heading stands above the first of the program's messages.
    if (own) collector.surroundings.label();
    if (own && text.starts_with("dispatching hogs: ")) hogs_ = std::string(text.substr(18));
    if (own && (text.starts_with("setting to a ") || text.starts_with("defaulting to a ")))
      duration_ = std::string(text.substr(text.find(" a ") + 3));
    if (text.starts_with("stressor ") && text.find("bogo ops") != std::string_view::npos &&
        text.find("time") != std::string_view::npos) {
      if (table_ && rows_) table_.reset();
      begun_ = true;
      rows_ = 0;
      last_ = line.number;
      return true;
    }
    if (!own && yaml(line, text, collector)) return true;
    if (!begun_ || (!own && line.number > last_ + 2)) return own;
    if (text.starts_with("(secs)") || text.starts_with("(secs")) return last_ = line.number, true;
    if (text.starts_with("for a ") && text.find("run time") != std::string_view::npos) {
      begun_ = false;
      return true;
    }
    if (!row(text, collector)) return own;
    last_ = line.number;
    return true;
  }

  void finish(Collector& collector) override {
    if (zero_ops_)
      collector.find("F206 impossible-value",
                     fmt::format("{} stressors report 0 bogo ops as a successful run", zero_ops_),
                     "nothing was done in that time; their rows are left out",
                     "do not compare these rows");
  }

 private:
  size_t table(Collector& collector) {
    if (!table_) {
      table_ = collector.open("stress-ng");
      ReadingTable& made = collector.table(*table_);
      made.copies.reset();
      // The numbers of instances and the time are the test's; another number is another test.
      if (!hogs_.empty())
        made.context.set("settings", hogs_ + (duration_.empty() ? "" : "; " + duration_));
      hogs_.clear();
      duration_.clear();
    }
    return *table_;
  }

  bool row(std::string_view text, Collector& collector) {
    Cursor cursor(text);
    const std::string_view stressor = cursor.take_word();
    if (!is_stressor(stressor)) return false;
    std::vector<double> numbers;
    while (numbers.size() < std::size(columns)) {
      auto number = cursor.take_number(NumberStyle::point);
      if (!number) break;
      numbers.push_back(number->value);
    }
    const std::string name(stressor);
    if (numbers.size() >= 6 && cursor.done()) {
      const bool nothing = numbers[0] == 0;
      if (nothing) ++zero_ops_;
      for (size_t i = 0; i < numbers.size(); ++i)
        collector.add(table(collector), name + ": " + columns[i].title, columns[i].unit,
                      nothing ? std::nullopt : std::optional(numbers[i]));
      ++rows_;
      return true;
    }
    // "memrate 4640.01 write128 MB/sec (average per stressor)"
    if (numbers.size() != 1 || cursor.done()) return false;
    std::string title(cursor.rest());
    if (title.ends_with(')'))
      if (const size_t open = title.rfind(" ("); open != std::string::npos) {
        for (std::string_view kind :
             {"per stressor", "instance", "mean of", "total of", "maximum of", "minimum of"})
          if (title.find(kind, open) != std::string::npos) {
            title.resize(open);
            break;
          }
      }
    collector.add(table(collector), name + ": " + std::string(trim(title)), {}, numbers[0]);
    ++rows_;
    return true;
  }

  // "    - stressor: null" and "      bogo-ops: 8142845" below "metrics:".
  bool yaml(const Line& line, std::string_view text, Collector& collector) {
    if (text == "system-info:") return system_ = true;
    if (text == "metrics:") {
      yaml_begun_ = true;
      system_ = false;
      table_.reset();
      return true;
    }
    // Facts of the machine; "machine" is its architecture there.
    if (system_ && line.indented) {
      const size_t colon = text.find(": ");
      if (colon == std::string_view::npos) return true;
      const std::string_view key = text.substr(0, colon);
      const std::string value(trim(text.substr(colon + 2)));
      static constexpr Column facts[] = {{"hostname", "machine"},
                                         {"release", "kernel"},
                                         {"cpus", "cpus"},
                                         {"cpus-online", "cpus"},
                                         {"stress-ng-version", "stress-ng"}};
      for (const Column& fact : facts)
        if (key == fact.title) collector.surroundings.fact(fact.unit, value);
      return true;
    }
    system_ = false;
    if (!yaml_begun_) return false;
    if (text.starts_with("- stressor:")) {
      yaml_stressor_ = std::string(trim(text.substr(11)));
      nothing_ = false;
      std::erase(yaml_stressor_, '"');
      return true;
    }
    const size_t colon = text.find(": ");
    if (yaml_stressor_.empty() || colon == std::string_view::npos || !line.indented) {
      yaml_begun_ = false;
      yaml_stressor_.clear();
      return false;
    }
    const auto value = parse_double(trim(text.substr(colon + 2)));
    if (!value) return true;
    std::string key(text.substr(0, colon));
    std::string unit;
    static constexpr Column keys[] = {
        {"bogo-ops", "bogo ops"},
        {"bogo-ops-per-second-usr-sys-time", "bogo ops/s (usr+sys time)"},
        {"bogo-ops-per-second-real-time", "bogo ops/s (real time)"},
        {"wall-clock-time", "real time"},
        {"user-time", "usr time"},
        {"system-time", "sys time"},
        {"cpu-usage-per-instance", "CPU used per instance"},
        {"max-rss", "RSS Max"}};
    for (const Column& known : keys)
      if (key == known.title) {
        key = known.unit;
        break;
      }
    if (key.ends_with("time") && key.find("bogo") == std::string::npos) unit = "secs";
    if (key == "bogo ops") {
      nothing_ = *value == 0;
      zero_ops_ += nothing_;
    }
    collector.add(table(collector), yaml_stressor_ + ": " + key, unit,
                  nothing_ ? std::nullopt : value);
    return true;
  }

  std::optional<size_t> table_;
  std::string yaml_stressor_, hogs_, duration_;
  uint64_t last_ = 0;
  size_t rows_ = 0, zero_ops_ = 0;
  bool begun_ = false, yaml_begun_ = false, system_ = false, nothing_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<StressNgReader>();
}

}  // namespace

extern const Format reader_stress_ng{"stress-ng",
                                     "stress-ng --metrics of both generations, and --yaml", make};

}  // namespace lodestone::reader_stress_ng
