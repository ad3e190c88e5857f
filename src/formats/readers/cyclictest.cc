// SPDX-License-Identifier: GPL-2.0-or-later
// cyclictest: "T: 0 ( 1234) P:80 I:1000 C: 10000 Min: 3 Act: 5 Avg: 6 Max: 123", redrawn again and
// again: the last line of a thread counts; and the ends of its histogram, "# Max Latencies: 00012
// 00015". Microseconds (nanoseconds with -N are not told apart by the output).
#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_cyclictest {
namespace {

class CyclictestReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.starts_with("T:") && text.find("Min:") != std::string_view::npos &&
        text.find("Max:") != std::string_view::npos) {
      Cursor cursor(text.substr(2));
      auto thread = cursor.take_number();
      if (!thread) return false;
      // The same thread of another process is another run.
      const auto process = cursor.take("(") ? cursor.take_number() : std::nullopt;
      double& known = processes_[thread->value];
      if (process && known > 0 && known != process->value) again();
      if (process) processes_[thread->value] = process->value;
      for (const char* name : {"Min", "Avg", "Max"}) {
        const size_t at = text.find(std::string(name) + ":");
        if (at == std::string_view::npos) continue;
        Cursor value(text.substr(at + 4));
        if (auto number = value.take_number())
          put(fmt::format("T{} {}", static_cast<long long>(thread->value), name), number->value,
              collector);
      }
      return true;
    }
    if (text.starts_with("policy: ") || text.starts_with("# /dev/cpu_dma_latency") ||
        text.starts_with("# Histogram") || (begun_ && text.starts_with("# Total:"))) {
      // The heading stands above the first of these lines.
      collector.surroundings.label();
      return begun_ = true;
    }
    if (begun_ && !text.empty() && text.find_first_not_of("0123456789 \t") == text.npos)
      return true;  // of the histogram
    if (!text.starts_with("# M") && !text.starts_with("# A")) return false;
    for (const char* name : {"Min", "Avg", "Max"}) {
      const std::string start = fmt::format("# {} Latencies:", name);
      if (!text.starts_with(start)) continue;
      size_t thread = 0;
      if (rows_.count(std::string("T0 ") + name) && processes_.empty()) again();
      for (std::string_view word : words(text.substr(start.size())))
        if (auto value = parse_number(word, NumberStyle::point))
          put(fmt::format("T{} {}", thread++, name), *value, collector);
      return true;
    }
    return false;
  }

 private:
  void again() {
    table_.reset();
    rows_.clear();
    processes_.clear();
  }

  void put(const std::string& title, double value, Collector& collector) {
    const std::string label = collector.surroundings.label();
    if (table_ && label != label_) {
      table_.reset();
      rows_.clear();
    }
    if (!table_) table_ = collector.open("cyclictest", label);
    label_ = label;
    const auto known = rows_.find(title);
    if (known != rows_.end()) {
      collector.table(*table_).rows[known->second].value = value;
      return;
    }
    collector.add(*table_, title, "us", value);
    rows_[title] = collector.table(*table_).rows.size() - 1;
  }

  std::optional<size_t> table_;
  std::map<std::string, size_t> rows_;
  std::string label_;
  std::map<double, double> processes_;  // thread: process
  bool begun_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<CyclictestReader>();
}

}  // namespace

extern const Format reader_cyclictest{"cyclictest", "cyclictest summaries and histograms", make};

}  // namespace lodestone::reader_cyclictest
