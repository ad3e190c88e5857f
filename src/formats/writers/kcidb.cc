// SPDX-License-Identifier: GPL-2.0-or-later
// kcidb 5.3 (KernelCI's common results): one test a metric with status DONE and its centre as
// `number`. What that schema has no place for (n, interval, samples, direction) is in misc. No
// member is null.
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "formats/groups.h"

namespace lodestone::writer_kcidb {
namespace {

// Segments of letters, digits, '_' and '-'.
std::string path_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-';
    if (plain)
      out += c;
    else if (c == '/' || c == '.')
      out += out.empty() || out.back() == '.' ? "" : ".";
    else
      out += '_';
  }
  while (!out.empty() && out.back() == '.') out.pop_back();
  return out;
}

// Seconds, and rates without a prefix of their own, may be shown scaled.
Json number_of(const Metric& metric, double value) {
  if (const auto seconds = seconds_in(metric.unit); seconds && metric.kind == Kind::time)
    return {{"value", value * *seconds}, {"unit", "s"}, {"prefix", "metric"}};
  Json number{{"value", value}};
  if (!metric.unit.empty()) number["unit"] = document_text(metric.unit);
  return number;
}

// "2026-11-30T12:00:00Z" with an offset.
std::string time_text(const std::string& utc) {
  return utc.ends_with('Z') ? utc.substr(0, utc.size() - 1) + "+00:00" : "";
}

Json misc_of(const Measurement& m) {
  Json misc{{"metric", m.metric.id},
            {"unit", m.metric.unit},
            {"better", name_of(m.metric.better)},
            {"value", *center_of(m)}};
  if (m.n) misc["n"] = *m.n;
  if (m.interval[0] && m.interval[1]) misc["interval"] = {*m.interval[0], *m.interval[1]};
  if (!m.samples.empty()) misc["samples"] = values_of(m);
  return misc;
}

void add_run(Json& document, const Run& run, size_t number) {
  const std::string id =
      "lodestone:" + path_text(run.id.empty() ? run.label + "-" + std::to_string(number) : run.id);
  const auto fact = [&](const char* name) { return run.context.get(name).value_or(""); };
  Json checkout{{"id", id}, {"origin", "lodestone"}};
  if (!run.label.empty()) checkout["comment"] = document_text(run.label);
  Json build{{"id", id}, {"origin", "lodestone"}, {"checkout_id", id}};
  if (!fact("architecture").empty()) build["architecture"] = path_text(fact("architecture"));
  if (!fact("kernel").empty()) build["comment"] = "Linux " + document_text(fact("kernel"));
  document["checkouts"].push_back(std::move(checkout));
  document["builds"].push_back(std::move(build));
  size_t count = 0;
  for (const Group& group : groups_of(run))
    for (const Measurement* m : group.metrics) {
      Json test{{"id", id + "/" + std::to_string(count++)},
                {"origin", "lodestone"},
                {"build_id", id},
                {"path", path_text("lodestone." + group.name + "." + quantity_of(group, *m))},
                {"comment", document_text(path_of(group))},
                {"status", "DONE"},
                {"number", number_of(m->metric, *center_of(*m))},
                {"misc", {{"lodestone", misc_of(*m)}}}};
      if (const std::string started = time_text(run.started); !started.empty())
        test["start_time"] = started;
      Json environment = Json::object();
      if (const std::string machine = fact("machine"); !machine.empty())
        environment["comment"] = document_text(machine);
      environment["misc"] = to_json(run.context);
      test["environment"] = std::move(environment);
      document["tests"].push_back(std::move(test));
    }
}

Result<std::string> write(Runs runs) {
  Json document{{"version", {{"major", 5}, {"minor", 3}}},
                {"checkouts", Json::array()},
                {"builds", Json::array()},
                {"tests", Json::array()}};
  for (size_t i = 0; i < runs.size(); ++i) add_run(document, runs[i], i + 1);
  if (document["tests"].empty()) return nothing_to_write(runs);
  return to_text(document) + "\n";
}

}  // namespace

extern const Writer writer_kcidb{"kcidb", "kcidb 5.3, KernelCI's common results", write};

}  // namespace lodestone::writer_kcidb
