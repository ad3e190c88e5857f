// SPDX-License-Identifier: GPL-2.0-or-later
// Go benchmark text (golang.org/x/perf/benchfmt): "BenchmarkName-8  1000  1234 ns/op  12 B/op",
// "key: value" configuration, "Unit NAME better=higher". Repeated lines are samples, one a run of
// the benchmark.
#include <map>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_gobench {
namespace {

class GobenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = line.text;
    if (text.empty()) return false;
    if (text.starts_with("Benchmark") && text.size() > 9) return result(text, collector);
    if (text.starts_with("Unit ")) {
      const auto fields = words(text);
      for (size_t i = 2; i < fields.size(); ++i)
        if (fields[i].starts_with("better="))
          better_[std::string(fields[1])] =
              fields[i].substr(7) == "higher" ? Better::higher : Better::lower;
      return fields.size() > 2 && fields[2].find('=') != std::string_view::npos;
    }
    ours_ = ours_ || text == "# measured by lodestone";
    for (const char* key : {"goos: ", "goarch: ", "pkg: ", "cpu: ", "kernel: ", "toolchain: ",
                            "label: ", "machine: ", "governor: "})
      if (text.starts_with(key) && !line.indented) {
        // Only our own file has the last three; other texts use such words, too.
        const bool own = std::string_view(key) == "label: " ||
                         std::string_view(key) == "machine: " ||
                         std::string_view(key) == "governor: ";
        if (own && !ours_) continue;
        const std::string name(key, std::string_view(key).size() - 2);
        const std::string value(trim(text.substr(name.size() + 1)));
        // Another configuration: another table. The heading stands above the first of these lines.
        if (config_.count(name) && config_[name] != value) emit(collector);
        config_[name] = value;
        collector.surroundings.label();
        return true;
      }
    return table_ && is_end(text);
  }

  void finish(Collector& collector) override { emit(collector); }

 private:
  // What "go test" says behind the results.
  static bool is_end(std::string_view text) {
    for (std::string_view start : {"FAIL\t", "?   ", "--- BENCH: ", "--- FAIL: ", "exit status "})
      if (text.starts_with(start)) return true;
    if (text.starts_with("ok ") || text.starts_with("ok\t")) return words(text).size() >= 3;
    return text == "PASS" || text == "FAIL";
  }

  bool result(std::string_view text, Collector& collector) {
    Cursor cursor(text);
    const std::string name(cursor.take_word().substr(9));
    if (name.empty() || (name[0] >= 'a' && name[0] <= 'z')) return false;
    auto iterations = cursor.take_number(NumberStyle::point);
    if (!iterations || iterations->decimals || cursor.done()) return false;
    std::vector<std::pair<std::string, double>> values;
    while (!cursor.done()) {
      auto value = cursor.take_number(NumberStyle::point);
      const std::string unit(cursor.take_word());
      // "+10.00%" stands behind the two columns of benchcmp.
      if (!value || unit.empty() || unit.front() == '+' || unit.front() == '-' ||
          is_digit(unit.front()) || unit.front() == '~')
        return false;
      values.emplace_back(unit, value->value);
    }
    const std::string label = collector.surroundings.label();
    if (!samples_.empty() && label != label_) emit(collector);
    if (samples_.empty()) {
      label_ = label;
      const auto named = config_.find("label");
      table_ = collector.open("gobench", named == config_.end() ? label_ : named->second);
    }
    for (const auto& [unit, value] : values) samples_.of(name + ' ' + unit, unit).push_back(value);
    return true;
  }

  void emit(Collector& collector) {
    if (samples_.empty()) return;
    const size_t table = *table_;
    for (const auto& [name, value] : config_)
      if (name != "label")
        collector.table(table).context.set(name == "cpu" ? "cpu_model" : name, value);
    samples_.emit(collector, table);
    for (ReadingRow& row : collector.table(table).rows) {
      if (auto known = better_.find(row.metric.unit); known != better_.end())
        row.metric.better = known->second;
      else if (row.metric.unit == "B/op" || row.metric.unit == "allocs/op")
        row.metric.better = Better::lower, row.metric.kind = Kind::size;
    }
  }

  SampleTable samples_;
  std::map<std::string, std::string> config_;
  std::map<std::string, Better> better_;
  std::optional<size_t> table_;
  std::string label_;
  bool ours_ = false;  // the text is one of our own exports
};

std::unique_ptr<Reader> make() {
  return std::make_unique<GobenchReader>();
}

}  // namespace

extern const Format reader_gobench{"gobench", "Go benchmark text, as benchstat reads it", make};

}  // namespace lodestone::reader_gobench
