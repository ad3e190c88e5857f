// SPDX-License-Identifier: GPL-2.0-or-later
// pyperf's JSON: runs are processes, values are repetitions within one. The mean of each process is
// one sample.
#include "formats/json_view.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_pyperf {
namespace {

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced &&
      !(mentions(bytes, "\"benchmarks\"") && mentions(bytes, "\"runs\"") &&
        mentions(bytes, "\"warmups\"")) &&
      !(mentions(bytes, "perf_version") && mentions(bytes, "\"runs\"")))
    return false;
  const auto document = JsonDocument::parse(bytes, true);
  if (!document) return false;
  const JsonView common = document->root()["metadata"];
  std::optional<size_t> table;
  document->root()["benchmarks"].each([&](JsonView benchmark) {
    const JsonView metadata = benchmark["metadata"];
    const std::string name = metadata["name"].string(common["name"].text().value_or("benchmark"));
    const std::string unit = metadata["unit"].string(common["unit"].text().value_or("second"));
    std::vector<double> processes;
    benchmark["runs"].each([&](JsonView run) {
      double sum = 0;
      size_t count = 0;
      run["values"].each([&](JsonView value) {
        if (auto number = value.number()) sum += *number, ++count;
        return true;
      });
      if (count) processes.push_back(sum / static_cast<double>(count));
      return true;
    });
    if (processes.empty()) return true;
    if (!table) {
      table = collector.open("pyperf");
      collector.table(*table).context.set("machine", common["hostname"].string());
      collector.table(*table).context.set("cpu_model", common["cpu_model_name"].string());
    }
    add_samples(collector, *table, name, unit == "second" ? "s" : unit, std::move(processes));
    return true;
  });
  return table.has_value();
}

}  // namespace

extern const Format reader_pyperf{"pyperf", "pyperf's JSON", nullptr, read};

}  // namespace lodestone::reader_pyperf
