// SPDX-License-Identifier: GPL-2.0-or-later
// lodestone's own documents: lodestone.reading/1 as it is, lodestone.run/1 as one table a number of
// copies and mode.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "formats/json_view.h"
#include "formats/reader.h"
#include "model/run.h"

namespace lodestone::reader_own_json {
namespace {

void take_reading(const Reading& reading, Collector& collector) {
  const size_t first = collector.tables();
  for (const ReadingTable& table : reading.tables) {
    const size_t index = collector.open(table.format, table.label);
    collector.table(index) = table;
    if (table.repeat_of) collector.table(index).repeat_of = *table.repeat_of + first;
    collector.origin(index).paired = true;
    collector.origin(index).line = index;
  }
  for (const ReadingPair& pair : reading.pairs)
    collector.pair(pair.base + first, pair.new_ + first, pair.why);
  for (const Finding& finding : reading.findings)
    collector.find(finding.code, finding.text, finding.reason, finding.remedy);
}

void take_run(const Run& run, Collector& collector) {
  std::map<std::pair<int, std::string>, size_t> tables;
  for (const WorkloadResult& workload : run.workloads) {
    const auto key = std::pair(workload.copies, workload.mode);
    if (!tables.count(key)) {
      const size_t index = collector.open("json", run.label.empty() ? run.id : run.label);
      ReadingTable& table = collector.table(index);
      table.copies = workload.copies;
      table.context = run.context;
      table.context.set("method", run.method);
      tables[key] = index;
    }
    ReadingTable& table = collector.table(tables[key]);
    for (const Measurement& measurement : workload.metrics) {
      ReadingRow row;
      row.metric = measurement.metric;
      if (row.metric.title.empty()) row.metric.title = row.metric.id;
      row.value = measurement.center;
      row.spread_percent = measurement.spread_percent;
      row.spread_kind = measurement.spread_kind;
      row.n = measurement.n;
      for (const Sample& sample : measurement.samples) row.samples.push_back(sample.value);
      row.places = measurement.samples;
      if (!row.n && !row.samples.empty()) row.n = static_cast<long long>(row.samples.size());
      table.rows.push_back(std::move(row));
    }
  }
  for (const Finding& finding : run.findings)
    collector.find(finding.code, finding.text, finding.reason, finding.remedy);
}

bool read(std::string_view bytes, bool, Collector& collector) {
  if (!mentions(bytes, "\"lodestone.")) return false;
  auto document = parse_json(bytes);
  if (!document || !document->is_object()) return false;
  const auto schema = document->find("schema");
  if (schema == document->end() || !schema->is_string()) return false;
  if (*schema == "lodestone.reading/1") {
    auto reading = reading_from_json(*document);
    if (!reading) return false;
    take_reading(*reading, collector);
    return true;
  }
  if (*schema == "lodestone.run/1") {
    auto run = run_from_json(*document);
    if (!run) return false;
    take_run(*run, collector);
    return true;
  }
  return false;
}

}  // namespace

extern const Format reader_own_json{"json", "lodestone's own documents: readings and runs", nullptr,
                                    read};

}  // namespace lodestone::reader_own_json
