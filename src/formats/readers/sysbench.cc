// SPDX-License-Identifier: GPL-2.0-or-later
// sysbench, both dialects: "events per second: 2378.08" (1.0) and "events/s (eps): 2378.08"
// (later), latencies, and the throughput lines of its memory, fileio and oltp tests.
#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_sysbench {
namespace {

class SysbenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 200) return false;
    if (text.starts_with("sysbench ") &&
        (text.find("LuaJIT") != std::string_view::npos ||
         text.find("multi-threaded system evaluation benchmark") != std::string_view::npos)) {
      begin(line, collector);
      version_ = std::string(words(text)[1]);
      if (version_.ends_with(':')) version_.pop_back();
      return true;
    }
    // Without its first lines.
    if ((text == "SQL statistics:" || text == "CPU speed:") &&
        (table_ || !begun_ || line.number > begun_ + 60)) {
      begin(line, collector);
      return true;
    }
    if (!begun_ || line.number > begun_ + 120) return false;
    if (!table_) remember(text);
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return memory(text, collector);
    const std::string name(trim(text.substr(0, colon)));
    Cursor cursor(text.substr(colon + 1));
    if (name == "Number of threads") {
      if (auto value = cursor.take_number()) threads_ = static_cast<int>(value->value);
      return true;
    }
    // "per-request statistics" and times as "2.89ms": before version 1.0.
    if (name.starts_with("Latency (ms)") || name == "per-request statistics" ||
        name == "response time")
      return latency_ = true;
    if (name == "queries performed" || name == "read" || name == "write" || name == "other" ||
        name == "total" || name == "ignored errors" || name == "reconnects")
      return true;  // counts of a run whose length is the setting
    if (name == "Threads fairness" || name == "General statistics" || name == "CPU speed" ||
        name == "Throughput" || name == "SQL statistics" || name == "File operations" ||
        name == "Test execution summary" || name == "OLTP test statistics") {
      latency_ = false;
      return true;
    }
    auto value = cursor.take_number(NumberStyle::point);
    // Seconds would be another unit than the one below.
    if (latency_ && value && !cursor.done() && cursor.rest() != "ms") return false;
    if (latency_) {
      for (const char* known : {"min", "avg", "max", "sum"})
        if (value && name == known)
          return std::string_view(known) == "sum" ||
                 (put("latency " + name, "ms", value->value, collector), true);
      if (value && name.ends_with("percentile")) {
        // "approx.  95 percentile" is "95th percentile" today.
        const auto parts = words(name);
        const std::string title =
            parts.size() == 3 ? std::string(parts[1]) + "th percentile" : name;
        return put("latency " + title, "ms", value->value, collector), true;
      }
    }
    if (!value) return false;
    if (name == "events per second" || name == "events/s (eps)")
      return put("events per second", "events/s", value->value, collector), true;
    if (name == "total number of events")
      return put("total number of events", "", value->value, collector), true;
    if (name == "total time" || name == "time elapsed")
      return put("total time", "s", value->value, collector, true), true;
    if (name == "reads/s" || name == "writes/s" || name == "fsyncs/s")
      return put(name, "/s", value->value, collector), true;
    if (name.starts_with("read, MiB/s") || name.starts_with("written, MiB/s") ||
        name.starts_with("throughput"))
      return put(name, "MiB/s", value->value, collector), true;
    if (name == "transactions" || name == "queries" ||
        name == "Total operations") {  // "12345  (1234.45 per sec.)"
      const size_t open = text.find('(');
      if (open == std::string_view::npos) return false;
      Cursor inner(text.substr(open + 1));
      if (auto rate = inner.take_number(NumberStyle::point); rate && inner.take("per sec"))
        return put(name, "per second", rate->value, collector), true;
    }
    return false;
  }

 private:
  // What the test was told to do: another prime limit or block size is another measurement.
  void remember(std::string_view text) {
    for (const char* start :
         {"Maximum prime number", "Prime numbers limit:", "block size:", "total size:",
          "operation:", "scope:", "Block size ", "Doing ", "Read/Write ratio"})
      if (text.starts_with(start) && settings_.size() < 300)
        settings_ += (settings_.empty() ? "" : "; ") + std::string(text);
    if (text.ends_with(" total file size"))
      settings_ += (settings_.empty() ? "" : "; ") + std::string(text);
  }

  // The heading stands above the first line; the program's own words below it are none.
  void begin(const Line& line, Collector& collector) {
    table_.reset();
    begun_ = line.number;
    latency_ = false;
    version_.clear();
    settings_.clear();
    threads_ = 0;
    label_ = collector.surroundings.label();
  }

  // "102400.00 MiB transferred (10234.45 MiB/sec)"
  bool memory(std::string_view text, Collector& collector) {
    const size_t at = text.find(" transferred (");
    if (at == std::string_view::npos) return false;
    Cursor cursor(text.substr(at + 14));
    auto rate = cursor.take_number(NumberStyle::point);
    if (!rate) return false;
    const std::string unit = replace_all(std::string(cursor.word()), "/sec)", "/s");
    put("transferred", unit, rate->value, collector);
    return true;
  }

  void put(const std::string& title, const std::string& unit, double value, Collector& collector,
           bool neutral = false) {
    if (!table_) {
      table_ = collector.open("sysbench", label_);
      if (threads_ > 0) collector.table(*table_).copies = threads_;
      if (!settings_.empty()) collector.table(*table_).context.set("settings", settings_);
      if (!version_.empty()) collector.table(*table_).context.set("sysbench", version_);
    }
    // Later versions print the rate twice, the second time with more digits.
    for (ReadingRow& known : collector.table(*table_).rows)
      if (known.metric.title == title && known.value && title == "events per second") {
        known.value = value;
        return;
      }
    ReadingRow& row = collector.add(*table_, title, unit, value);
    if (neutral) row.metric.better = Better::neutral;
  }

  std::optional<size_t> table_;
  std::string version_, label_, settings_;
  uint64_t begun_ = 0;
  int threads_ = 0;
  bool latency_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<SysbenchReader>();
}

}  // namespace

extern const Format reader_sysbench{"sysbench", "sysbench text of 0.4, 1.0 and later", make};

}  // namespace lodestone::reader_sysbench
