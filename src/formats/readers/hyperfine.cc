// SPDX-License-Identifier: GPL-2.0-or-later
// hyperfine --export-json: seconds; one table a command, its runs are the samples. Two commands are
// a comparison.
#include <cmath>

#include "formats/json_view.h"
#include "formats/reader.h"

namespace lodestone {
namespace {

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced && !(mentions(bytes, "\"results\"") && mentions(bytes, "\"command\"") &&
                   mentions(bytes, "\"stddev\"")))
    return false;
  const auto document = JsonDocument::parse(bytes);
  if (!document) return false;
  std::vector<size_t> tables;
  document->root()["results"].each([&](JsonView result) {
    const auto command = result["command"].text();
    const auto mean = result["mean"].number();
    if (!command || !mean) return true;
    const size_t table = collector.open("hyperfine", std::string(*command));
    tables.push_back(table);
    result["parameters"].each_field([&](std::string_view name, JsonView value) {
      collector.table(table).context.set("parameter " + std::string(name), value.string());
      return true;
    });
    ReadingRow& row = collector.add(table, "mean", "s", mean);
    result["times"].each([&](JsonView time) {
      if (auto seconds = time.number()) row.samples.push_back(*seconds);
      return true;
    });
    if (!row.samples.empty()) row.n = static_cast<long long>(row.samples.size());
    if (auto deviation = result["stddev"].number(); deviation && *mean > 0)
      row.spread_percent = 100 * *deviation / *mean;
    for (const char* name : {"median", "min", "max", "user", "system"})
      if (auto value = result[name].number()) {
        ReadingRow& other = collector.add(table, name, "s", value);
        if (std::string_view(name) == "user" || std::string_view(name) == "system")
          other.metric.better = Better::neutral;
      }
    size_t failed = 0;
    result["exit_codes"].each([&](JsonView code) {
      failed += code.number().value_or(1) != 0;
      return true;
    });
    if (failed)
      collector.find(
          "F229 failed-runs",
          std::string(*command) + ": " + std::to_string(failed) + " runs ended with an error",
          "a failing program may have done less work");
    return true;
  });
  if (tables.size() == 2) collector.pair(tables[0], tables[1], "the two commands of one call");
  return !tables.empty();
}

}  // namespace

extern const Format reader_hyperfine{"hyperfine", "hyperfine --export-json", nullptr, read};

}  // namespace lodestone
