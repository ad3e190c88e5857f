// SPDX-License-Identifier: GPL-2.0-or-later
// LKP's stats.json (one run: "PROGRAM.STAT": number) and matrix.json (lists). A list is one value a
// run only where the matrix names its stats_source; otherwise it holds samples over the time of one
// run. Missing values were written as 0 by LKP.
#include <fmt/format.h>

#include "formats/json_view.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_lkp_json {
namespace {

bool read(std::string_view bytes, bool forced, Collector& collector) {
  const auto document = JsonDocument::parse(bytes, true);
  if (!document || !document->root().is_object()) return false;
  const JsonView root = document->root();
  // Every name has a program and a statistic, every value is a number or a list of numbers.
  size_t fields = 0, fitting = 0, lists = 0;
  root.each_field([&](std::string_view name, JsonView value) {
    ++fields;
    const bool list = value.is_array();
    lists += list;
    fitting += name == "stats_source" ||
               (name.find('.') != std::string_view::npos &&
                name.find(' ') == std::string_view::npos && (list || value.number()));
    return fields < 2000;
  });
  if (fields == 0 || (!forced && (fitting != fields || fields < 2))) return false;
  size_t runs = 0;
  root["stats_source"].each([&](JsonView) { return ++runs, true; });
  const size_t table = collector.open(lists ? "lkp-matrix" : "lkp-stats");
  collector.table(table).rows.reserve(root.size());
  std::vector<double> samples;  // of one name
  root.each_field([&](std::string_view name, JsonView value) {
    if (name == "stats_source") return true;
    if (auto number = value.number()) {
      collector.add(table, name, {}, number);
      return true;
    }
    samples.clear();
    value.numbers(samples);
    if (samples.empty()) return true;
    ReadingRow& row = add_samples(collector, table, name, {}, samples);
    if (runs == 0) {
      row.n.reset();
      row.samples.clear();
    }
    return true;
  });
  if (lists && runs == 0)
    collector.find("F230 time-samples",
                   "the lists hold samples over the time of one run: their means are taken, they "
                   "are no repetitions");
  return !collector.table(table).rows.empty();
}

}  // namespace

extern const Format reader_lkp_json{"lkp-json", "LKP's stats.json and matrix.json (also gzipped)",
                                    nullptr, read};

}  // namespace lodestone::reader_lkp_json
