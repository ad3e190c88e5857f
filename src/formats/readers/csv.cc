// SPDX-License-Identifier: GPL-2.0-or-later
// CSV with a heading that is known: our own samples (a row a sample), hyperfine's and
// google-benchmark's. NDJSON of samples has the same fields.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "formats/csv_fields.h"
#include "formats/google_results.h"
#include "formats/json_view.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"
#include "formats/samples.h"
#include "model/metric.h"

namespace lodestone::reader_csv {
namespace {

class CsvReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = line.text;
    if (text.empty() || text.size() > 20000) return false;
    if (text[0] == '{' && text.back() == '}' && text.find("\"metric\"") != std::string_view::npos &&
        text.find("\"value\"") != std::string_view::npos)
      return json_sample(text);
    if (text.find(',') == std::string_view::npos) return false;
    if (heading(text, collector)) return true;
    if (kind_ == Kind::none) return false;
    const auto fields = csv_fields(text);
    if (fields.size() != names_.size()) return kind_ = Kind::none, false;
    switch (kind_) {
      case Kind::samples:
        return sample(fields);
      case Kind::hyperfine:
        return hyperfine(fields, collector);
      case Kind::google:
        return google(fields, collector);
      case Kind::none:
        break;
    }
    return false;
  }

  void finish(Collector& collector) override {
    pair(collector);
    emit_google(collector);
    for (auto& [key, group] : groups_) {
      const size_t table = collector.open(key.json ? "ndjson" : "csv", key.label);
      collector.table(table).copies.reset();
      if (key.copies > 0) collector.table(table).copies = key.copies;
      for (const auto& [name, value] : group.context)
        collector.table(table).context.set(name, value);
      for (const std::string& metric : group.order) {
        Entry& entry = group.entries[metric];
        ReadingRow& row =
            add_samples(collector, table, metric, entry.unit, std::move(entry.samples));
        if (entry.better) row.metric.better = *entry.better;
        if (entry.kind) row.metric.kind = *entry.kind;
        if (row.samples.size() == entry.places.size()) row.places = std::move(entry.places);
      }
    }
    groups_.clear();
  }

 private:
  enum class Kind { none, samples, hyperfine, google };
  struct Entry {
    std::string unit;
    std::optional<Better> better;
    std::optional<lodestone::Kind> kind;
    std::vector<double> samples;
    std::vector<Sample> places;
  };
  struct Key {
    std::string label;
    int copies = 0;
    bool json = false;
    auto operator<=>(const Key&) const = default;
  };
  struct Group {
    std::map<std::string, Entry> entries;
    std::vector<std::string> order;
    std::map<std::string, std::string> context;
    std::map<std::string, int32_t> boots, blocks, processes;  // numbered as they come
  };
  static int32_t numbered(std::map<std::string, int32_t>& known, const std::string& name) {
    return known.try_emplace(name, static_cast<int32_t>(known.size())).first->second;
  }

  bool heading(std::string_view text, Collector& collector) {
    if (text[0] >= '0' && text[0] <= '9') return false;
    const auto fields = csv_fields(text);
    const auto has = [&](std::string_view name) {
      return std::find(fields.begin(), fields.end(), name) != fields.end();
    };
    Kind kind = Kind::none;
    if (has("metric") && has("value") && has("unit"))
      kind = Kind::samples;
    else if (fields.size() >= 8 && fields[0] == "command" && fields[1] == "mean" &&
             fields[2] == "stddev")
      kind = Kind::hyperfine;
    else if (fields.size() >= 5 && fields[0] == "name" && fields[1] == "iterations" &&
             fields[2] == "real_time")
      kind = Kind::google;
    if (kind == Kind::none) return false;
    kind_ = kind;
    names_ = fields;
    emit_google(collector);
    pair(collector);
    heading_ = collector.surroundings.label();
    if (role_of(heading_) == Role::none && !names_version(heading_)) heading_.clear();
    return true;
  }

  // Two commands of one call of hyperfine are a comparison; below headings the headings tell.
  void pair(Collector& collector) {
    if (commands_.size() == 2 && heading_.empty())
      collector.pair(commands_[0], commands_[1], "the two commands of one call");
    commands_.clear();
  }

  std::string field(const std::vector<std::string>& fields, std::string_view name) const {
    const auto at = std::find(names_.begin(), names_.end(), name);
    return at == names_.end() ? std::string() : fields[at - names_.begin()];
  }

  // `field` gives the text of a field by name; "" where there is none.
  template <typename Field>
  void put(Key key, const std::string& metric, double value, const Field& field) {
    for (const char* name : {"label", "arm", "run_id", "run"})
      if (key.label.empty()) key.label = field(name);
    key.copies = static_cast<int>(
        std::clamp(parse_number(field("copies"), NumberStyle::point).value_or(0), 0.0, 1e6));
    Group& group = groups_[key];
    if (group.entries.empty())
      for (const char* name : {"machine", "kernel", "cpu_model", "cpus"})
        if (const std::string fact = field(name); !fact.empty()) group.context[name] = fact;
    const auto [place, fresh] = group.entries.try_emplace(metric);
    Entry& entry = place->second;
    if (fresh) {
      group.order.push_back(metric);
      entry.unit = field("unit");
      entry.better = better_from(field("better"));
      entry.kind = kind_from(field("kind"));
    }
    entry.samples.push_back(value);
    // Samples of one process or boot are not independent of each other.
    const std::string boot = field("boot"), block = field("block"), process = field("process");
    if (boot.empty() || process.empty()) return;
    const std::string run = field("run_id") + '\n', boot_id = field("boot_id");
    entry.places.push_back({value, numbered(group.boots, (boot_id.empty() ? run : boot_id) + boot),
                            numbered(group.blocks, run + block),
                            numbered(group.processes, run + process)});
  }

  bool sample(const std::vector<std::string>& fields) {
    auto value = parse_number(field(fields, "value"), NumberStyle::point);
    const std::string metric = field(fields, "metric");
    if (metric.empty()) return false;
    if (!value) return true;  // a failed pass has no value
    put(Key(), metric, *value, [&](const char* name) { return field(fields, name); });
    return true;
  }

  bool json_sample(std::string_view text) {
    const auto document = JsonDocument::parse(text);
    if (!document) return false;
    const JsonView root = document->root();
    const auto metric = root["metric"].text();
    if (!metric || metric->empty()) return false;
    const auto value = root["value"].number();
    if (!value) return root["value"] ? true : false;
    Key key;
    key.json = true;
    put(std::move(key), std::string(*metric), *value, [&](const char* name) {
      const JsonView member = root[name];
      if (const auto number = member.number()) return shortest(*number);
      return member.string();
    });
    return true;
  }

  bool hyperfine(const std::vector<std::string>& fields, Collector& collector) {
    auto mean = parse_number(fields[1], NumberStyle::point);
    if (!mean) return false;
    const size_t table = collector.open("hyperfine", heading_.empty() ? fields[0] : heading_);
    if (!heading_.empty()) collector.table(table).context.set("test", fields[0]);
    commands_.push_back(table);
    ReadingRow& row = collector.add(table, "mean", "s", mean);
    if (auto deviation = parse_number(fields[2], NumberStyle::point); deviation && *mean > 0)
      row.spread_percent = 100 * *deviation / *mean;
    for (const char* name : {"median", "min", "max"})
      collector.add(table, name, "s", parse_number(field(fields, name), NumberStyle::point));
    for (const char* name : {"user", "system"})
      collector.add(table, name, "s", parse_number(field(fields, name), NumberStyle::point))
          .metric.better = Better::neutral;
    return true;
  }

  // With --benchmark_repetitions a name comes once a repetition, then with the aggregates' endings.
  bool google(const std::vector<std::string>& fields, Collector& collector) {
    if (field(fields, "error_occurred") == "true") {
      results_.failure();
      return true;
    }
    const auto time = parse_number(fields[2], NumberStyle::point);
    if (!time) return false;
    if (!google_) google_ = collector.open("google-benchmark");
    const std::string& name = fields[0];
    const std::string unit(field(fields, "time_unit"));
    for (const std::string_view kind : {"mean", "median", "stddev", "cv", "min", "max"})
      if (name.ends_with("_" + std::string(kind))) {
        results_.aggregate(name.substr(0, name.size() - kind.size() - 1), kind, unit, time,
                           parse_integer(fields[1]));
        return true;
      }
    results_.time(name, unit, *time);
    for (const auto& [column, of] :
         {std::pair("cpu_time", unit.c_str()), std::pair("bytes_per_second", "B/s"),
          std::pair("items_per_second", "/s")})
      if (const auto value = parse_number(field(fields, column), NumberStyle::point))
        results_.value(name, column, of, *value);
    return true;
  }

  void emit_google(Collector& collector) {
    results_.report_failures(collector);
    if (google_) results_.emit(collector, *google_);
    google_.reset();
  }

  Kind kind_ = Kind::none;
  std::vector<std::string> names_;
  std::map<Key, Group> groups_;
  std::vector<size_t> commands_;  // hyperfine's tables of one call
  std::string heading_;
  std::optional<size_t> google_;
  GoogleResults results_;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<CsvReader>();
}

}  // namespace

extern const Format reader_csv{
    "csv", "CSV and NDJSON of samples; the CSV of hyperfine and google-benchmark", make};

}  // namespace lodestone::reader_csv
