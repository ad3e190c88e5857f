// SPDX-License-Identifier: GPL-2.0-or-later
// fio --output-format=json (and json+): rows "JOB read iops" and so on. The deviations that fio
// prints are those of single requests or seconds within one run, so they are no spread of runs.
#include "base/text.h"
#include "formats/json_view.h"
#include "formats/reader.h"

namespace lodestone::reader_fio {
namespace {

void direction(JsonView side, const std::string& name, size_t table, Collector& collector) {
  if (side["total_ios"].number().value_or(0) <= 0) return;
  if (auto iops = side["iops"].number()) {
    ReadingRow& row = collector.add(table, name + " iops", "iops", iops);
    row.metric.better = Better::higher;
    row.metric.kind = Kind::rate;
  }
  if (auto bytes = side["bw_bytes"].number())
    collector.add(table, name + " bandwidth", "B/s", bytes);
  for (const char* kind : {"slat_ns", "clat_ns", "lat_ns"}) {
    const std::string title = name + ' ' + std::string(kind, std::string_view(kind).size() - 3);
    if (auto mean = side[kind]["mean"].number(); mean && *mean > 0)
      collector.add(table, title + " mean", "ns", mean);
    for (const char* percentile : {"50.000000", "99.000000", "99.900000"})
      if (auto value = side[kind]["percentile"][percentile].number())
        collector.add(table, title + " p" + shortest(parse_double(percentile).value_or(0)), "ns",
                      value);
  }
}

// "4k" as bytes, as the text of fio says it; anything else as it is.
std::string size_text(std::string text) {
  if (text.size() < 2) return text;
  const char last = text.back();
  const auto number = parse_integer(std::string_view(text).substr(0, text.size() - 1));
  if (!number || *number > 1 << 20) return text;
  if (last == 'k' || last == 'K') return std::to_string(*number * 1024);
  if (last == 'm' || last == 'M') return std::to_string(*number * 1048576);
  return text;
}

// What the job was told to do; other values there are another measurement. What is not said is
// fio's default.
std::string settings_of(JsonView global, JsonView job) {
  const auto option = [&](const char* name, const char* other, const char* fallback) {
    for (JsonView options : {job["job options"], global})
      for (const char* key : {name, other})
        if (const auto text = options[key].text()) return std::string(*text);
    return std::string(fallback);
  };
  return "rw=" + option("rw", "readwrite", "read") +
         " bs=" + size_text(option("bs", "blocksize", "4096")) +
         " ioengine=" + option("ioengine", "ioengine", "psync") +
         " iodepth=" + option("iodepth", "iodepth", "1") +
         " numjobs=" + option("numjobs", "numjobs", "1");
}

// Further options that move the numbers; the text of fio does not print them.
std::string options_of(JsonView global, JsonView job) {
  std::string out;
  for (const char* name : {"direct", "size", "runtime", "rwmixread", "rate", "rate_iops", "fsync",
                           "fdatasync", "bssplit", "bsrange", "thread", "buffered"})
    for (JsonView options : {job["job options"], global})
      if (const auto text = options[name].text()) {
        out += (out.empty() ? "" : " ") + std::string(name) + '=' + std::string(*text);
        break;
      }
  return out;
}

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced && !(mentions(bytes, "\"fio version\"") && mentions(bytes, "\"jobs\""))) return false;
  const auto document = JsonDocument::parse(bytes, true);
  if (!document) return false;
  std::optional<size_t> table;
  document->root()["jobs"].each([&](JsonView job) {
    const std::string name = job["jobname"].string("job");
    if (job["error"].number().value_or(0) != 0) {
      collector.find("F229 failed-runs", "job " + name + " ended with an error; it is left out");
      return true;
    }
    if (!table) {
      table = collector.open("fio");
      collector.table(*table).context.set("fio", document->root()["fio version"].string());
    }
    const JsonView global = document->root()["global options"];
    if (global || job["job options"]) {
      Context& context = collector.table(*table).context;
      const auto append = [&](const char* fact, const std::string& text) {
        const std::string earlier = context.get(fact).value_or("");
        if (!text.empty())
          context.set(fact, earlier + (earlier.empty() ? "" : "; ") + name + ": " + text);
      };
      append("settings", settings_of(global, job));
      append("options", options_of(global, job));
    }
    for (const char* side : {"read", "write", "trim"})
      direction(job[side], name + ' ' + side, *table, collector);
    if (auto user = job["usr_cpu"].number()) collector.add(*table, name + " usr_cpu", "%", user);
    if (auto system = job["sys_cpu"].number())
      collector.add(*table, name + " sys_cpu", "%", system);
    return true;
  });
  return table.has_value();
}

}  // namespace

extern const Format reader_fio{"fio", "fio --output-format=json", nullptr, read};

}  // namespace lodestone::reader_fio
