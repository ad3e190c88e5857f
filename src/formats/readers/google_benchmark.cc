// SPDX-License-Identifier: GPL-2.0-or-later
// google-benchmark's JSON: rows by run_name, repetitions are the samples; aggregates count only
// where the repetitions are missing. Counters are the numeric fields that the library does not
// define. Also the table that it prints.
#include <algorithm>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/google_results.h"
#include "formats/json_view.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_google_benchmark {
namespace {

bool is_own_key(std::string_view key) {
  static constexpr std::string_view own[] = {"name",
                                             "family_index",
                                             "per_family_instance_index",
                                             "run_name",
                                             "run_type",
                                             "repetitions",
                                             "repetition_index",
                                             "threads",
                                             "iterations",
                                             "real_time",
                                             "cpu_time",
                                             "time_unit",
                                             "aggregate_name",
                                             "aggregate_unit",
                                             "label",
                                             "error_occurred",
                                             "error_message",
                                             "cpu_coefficient",
                                             "real_coefficient",
                                             "big_o",
                                             "rms",
                                             "skipped",
                                             "skip_message",
                                             "total_iterations"};
  return std::find(std::begin(own), std::end(own), key) != std::end(own);
}

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced && !(mentions(bytes, "\"benchmarks\"") && mentions(bytes, "\"real_time\"") &&
                   mentions(bytes, "\"time_unit\"")))
    return false;
  const auto document = JsonDocument::parse(bytes, true);
  if (!document || !document->root()["benchmarks"].is_array()) return false;
  GoogleResults results;
  document->root()["benchmarks"].each([&](JsonView one) {
    const std::string name = one["run_name"].string(one["name"].text().value_or(""));
    const std::string unit = one["time_unit"].string("ns");
    const auto time = one["real_time"].number();
    if (one["error_message"] || one["skip_message"]) {
      results.failure();
      return true;
    }
    if (one["run_type"].text() == "aggregate") {
      if (const auto kind = one["aggregate_name"].text())
        results.aggregate(name, *kind, unit, time,
                          static_cast<long long>(one["repetitions"].number().value_or(0)));
      return true;
    }
    if (name.empty() || !time) return true;
    results.time(name, unit, *time);
    if (auto cpu = one["cpu_time"].number()) results.value(name, "cpu_time", unit, *cpu);
    one.each_field([&](std::string_view key, JsonView value) {
      if (is_own_key(key)) return true;
      const std::string counter_unit = key == "bytes_per_second"   ? "B/s"
                                       : key == "items_per_second" ? "/s"
                                                                   : "";
      if (auto number = value.number())
        results.value(name, std::string(key), counter_unit, *number);
      return true;
    });
    return true;
  });
  results.report_failures(collector);
  if (results.empty()) return false;
  const size_t table = collector.open("google-benchmark");
  const JsonView context = document->root()["context"];
  collector.table(table).context.set("machine", context["host_name"].string());
  if (auto cpus = context["num_cpus"].number())
    collector.table(table).context.set("cpus", std::to_string(static_cast<long long>(*cpus)));
  results.emit(collector, table);
  return true;
}

// "Benchmark   Time   CPU   Iterations", then "BM_Pipe/4096   4192 ns   4101 ns   171220".
class ConsoleReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 500) return false;
    if (text.starts_with("Benchmark ") && words(text).size() >= 4) {
      const auto pieces = words(text);
      if (join(std::vector<std::string>(pieces.begin(), pieces.end()), " ") == compared)
        return begin_comparison(collector);
      if (pieces[1] != "Time" || pieces[2] != "CPU" || pieces[3] != "Iterations") return false;
      sides_.clear();
      emit(collector);
      table_ = collector.open("google-benchmark");
      return begun_ = true;
    }
    // What stands above: the time, the program, the machine, its caches and load. The heading
    // stands above all of them.
    if (is_time(text) ||
        (text.starts_with("Run on (") && text.find(" CPU") != std::string_view::npos))
      above_ = line.number;
    if (above_ && line.number <= above_ + 12 &&
        (line.number == above_ || text == "CPU Caches:" || text.starts_with("L1 ") ||
         text.starts_with("L2 ") || text.starts_with("L3 ") || text.starts_with("Load Average: ") ||
         text.starts_with("***WARNING***") ||
         (text.starts_with("Running ") && words(text).size() == 2))) {
      collector.surroundings.label();
      return true;
    }
    if (!begun_) return false;
    if (text.find_first_not_of('-') == std::string_view::npos) return true;
    if (sides_.empty() ? row(text) : compared_row(text, collector)) return true;
    begun_ = false;
    return false;
  }

  void finish(Collector& collector) override { emit(collector); }

 private:
  // "2024-05-06T07:08:09+02:00"
  static bool is_time(std::string_view text) {
    return text.size() >= 19 && text.size() <= 26 && text[4] == '-' && text[7] == '-' &&
           text[10] == 'T' && text[13] == ':' && text[16] == ':' &&
           text.find(' ') == std::string_view::npos;
  }

  // tools/compare.py: two relative changes, then both times and both CPU times in the unit of the
  // benchmark, which is not printed.
  static constexpr const char* compared = "Benchmark Time CPU Time Old Time New CPU Old CPU New";

  bool begin_comparison(Collector& collector) {
    emit(collector);
    sides_ = {collector.open("google-benchmark", "old"), collector.open("google-benchmark", "new")};
    collector.pair(sides_[0], sides_[1], "the columns Old and New");
    return begun_ = true;
  }

  bool compared_row(std::string_view text, Collector& collector) {
    Cursor cursor(text);
    const std::string name(cursor.take_word());
    std::vector<double> figures;
    while (const auto figure = cursor.take_number(NumberStyle::point))
      figures.push_back(figure->value);
    if (!cursor.done() || figures.size() != 6) return name == "OVERALL_GEOMEAN" || p_value(name);
    if (name == "OVERALL_GEOMEAN") return true;
    for (std::string_view aggregate : {"_stddev", "_cv", "_BigO", "_RMS"})
      if (name.ends_with(aggregate)) return true;
    for (size_t side = 0; side < 2; ++side)
      for (const auto& [title, value] :
           {std::pair(name, figures[2 + side]), std::pair(name + " cpu_time", figures[4 + side])}) {
        ReadingRow& row = collector.add(sides_[side], title, {}, value);
        row.metric.better = Better::lower;
        row.metric.kind = Kind::time;
      }
    return true;
  }

  static bool p_value(std::string_view name) { return name.ends_with("_pvalue"); }

  bool row(std::string_view text) {
    Cursor cursor(text);
    const std::string name(cursor.take_word());
    const auto time = cursor.take_number(NumberStyle::point);
    const std::string unit(cursor.take_word());
    const auto cpu = cursor.take_number(NumberStyle::point);
    const std::string_view same = cursor.take_word();
    const auto count = cursor.take_number(NumberStyle::point);
    if (!time || !cpu || !count || unit != same) return false;
    if (unit != "ns" && unit != "us" && unit != "ms" && unit != "s") return unit == "%";
    for (std::string_view aggregate : {"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"})
      if (name.ends_with(aggregate)) return true;
    samples_.of(name, unit).push_back(time->value);
    samples_.of(name + " cpu_time", unit).push_back(cpu->value);
    return true;
  }

  void emit(Collector& collector) {
    if (samples_.empty()) return;
    samples_.emit(collector, *table_);
  }

  SampleTable samples_;
  std::optional<size_t> table_;
  std::vector<size_t> sides_;  // of compare.py
  uint64_t above_ = 0;
  bool begun_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<ConsoleReader>();
}

}  // namespace

extern const Format reader_google_benchmark{"google-benchmark",
                                            "google-benchmark's JSON and its table", make, read};

}  // namespace lodestone::reader_google_benchmark
