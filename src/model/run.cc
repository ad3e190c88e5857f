// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/run.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lodestone {
namespace {

// Reads a member of the expected type; the default where it is absent, an exception of the library
// where it is not.
template <typename T>
T get(const Json& document, const char* key, T fallback = {}) {
  const auto found = document.find(key);
  if (found == document.end() || found->is_null()) return fallback;
  return found->get<T>();
}

// A member that is a list of objects; empty where it is absent.
std::vector<Json> get_list(const Json& document, const char* key) {
  const Json list = get<Json>(document, key, Json::array());
  if (!list.is_array()) throw std::invalid_argument(std::string(key) + " is not a list");
  for (const Json& item : list)
    if (!item.is_object())
      throw std::invalid_argument(std::string(key) + " holds something that is not an object");
  return {list.begin(), list.end()};
}

std::optional<double> get_number(const Json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

Json to_json(const Interleaved& interleaved) {
  return {
      {"comparison", interleaved.comparison}, {"looks", interleaved.looks},
      {"most_pairs", interleaved.most_pairs}, {"open_ended", interleaved.open_ended},
      {"answers", interleaved.answers},       {"floor_percent", number(100 * interleaved.floor)}};
}

Interleaved interleaved_from(const Json& document) {
  Interleaved interleaved;
  interleaved.comparison = get<std::string>(document, "comparison");
  interleaved.looks = get<std::vector<int>>(document, "looks");
  interleaved.most_pairs = get<int>(document, "most_pairs");
  interleaved.open_ended = get<bool>(document, "open_ended");
  interleaved.answers = get<bool>(document, "answers", true);
  interleaved.floor = get<double>(document, "floor_percent") / 100;
  return interleaved;
}

Json to_json(const Measurement& m) {
  Json samples = Json::array();
  for (const Sample& s : m.samples)
    samples.push_back(
        {{"boot", s.boot}, {"block", s.block}, {"process", s.process}, {"value", number(s.value)}});
  Json document = to_json(m.metric);
  document["basis"] = name_of(m.basis);
  document["n"] = m.n ? Json(*m.n) : m.samples.empty() ? Json(nullptr) : Json(m.samples.size());
  document["center"] = number(m.center);
  document["interval"] = m.interval[0] && m.interval[1]
                             ? Json{number(m.interval[0]), number(m.interval[1])}
                             : Json(nullptr);
  document["spread_percent"] = number(m.spread_percent);
  document["spread_kind"] = name_of(m.spread_kind);
  document["samples"] = std::move(samples);
  if (m.interleaved) document["interleaved"] = to_json(*m.interleaved);
  return document;
}

Measurement measurement_from(const Json& document) {
  Measurement m;
  m.metric = {get<std::string>(document, "metric"), get<std::string>(document, "title"),
              get<std::string>(document, "unit"),
              better_from(get<std::string>(document, "better")).value_or(Better::neutral),
              kind_from(get<std::string>(document, "kind")).value_or(Kind::count)};
  m.basis = basis_from(get<std::string>(document, "basis")).value_or(Basis::sampled);
  m.center = get_number(document, "center");
  m.spread_percent = get_number(document, "spread_percent");
  m.spread_kind =
      spread_kind_from(get<std::string>(document, "spread_kind")).value_or(SpreadKind::sd);
  if (auto n = get_number(document, "n")) m.n = static_cast<long long>(*n);
  if (const auto found = document.find("interval");
      found != document.end() && found->is_array() && found->size() == 2) {
    m.interval[0] = found->at(0).get<double>();
    m.interval[1] = found->at(1).get<double>();
  }
  if (const auto found = document.find("samples"); found != document.end() && found->is_array())
    for (const Json& s : *found)
      if (auto value = get_number(s, "value"))
        m.samples.push_back(
            {*value, get<int>(s, "boot"), get<int>(s, "block"), get<int>(s, "process")});
  if (const auto found = document.find("interleaved"); found != document.end())
    m.interleaved = std::make_shared<const Interleaved>(interleaved_from(*found));
  return m;
}

Json to_json(const Copy& copy) {
  Json document{{"index", copy.index},
                {"pid", copy.pid},
                {"operations", copy.operations},
                {"seconds", number(copy.seconds)},
                {"elapsed_seconds", number(copy.elapsed_seconds)},
                {"status", copy.status}};
  if (!copy.error.empty()) document["error"] = copy.error;
  if (!copy.values.empty()) document["values"] = copy.values;
  if (!copy.windows.empty()) {
    Json windows = Json::array();
    for (const Window& w : copy.windows)
      windows.push_back(
          {w.start_ns, w.ticks_ns, w.operations, w.cpu, w.involuntary_switches, w.cpu_ns});
    document["windows"] = std::move(windows);
  }
  return document;
}

Copy copy_from(const Json& document) {
  Copy copy;
  copy.index = get<int>(document, "index");
  copy.pid = get<int>(document, "pid");
  copy.operations = get<uint64_t>(document, "operations");
  copy.seconds = get<double>(document, "seconds");
  copy.elapsed_seconds = get<double>(document, "elapsed_seconds");
  copy.status = get<int>(document, "status");
  copy.error = get<std::string>(document, "error");
  copy.values = get<std::map<std::string, double>>(document, "values");
  if (const auto found = document.find("windows"); found != document.end())
    for (const Json& w : *found)
      copy.windows.push_back({w.at(0).get<int64_t>(), w.at(1).get<int64_t>(),
                              w.at(2).get<uint64_t>(), w.at(3).get<int32_t>(),
                              w.at(4).get<int32_t>(), w.at(5).get<int64_t>()});
  return copy;
}

WorkloadResult workload_from(const Json& document) {
  WorkloadResult result;
  result.id = get<std::string>(document, "id");
  result.copies = get<int>(document, "copies", 1);
  result.mode = get<std::string>(document, "mode", "process");
  result.parameters = get<std::map<std::string, std::string>>(document, "parameters");
  for (const Json& m : get_list(document, "metrics")) result.metrics.push_back(measurement_from(m));
  result.pass_seconds = get<double>(document, "pass_seconds");
  return result;
}

Pass pass_from(const Json& document) {
  Pass pass;
  pass.workload = get<std::string>(document, "workload");
  pass.mode = get<std::string>(document, "mode", "process");
  pass.parameters = get<std::map<std::string, std::string>>(document, "parameters");
  pass.arm = get<std::string>(document, "arm");
  pass.boot = get<int>(document, "boot");
  pass.block = get<int>(document, "block");
  pass.process = get<int>(document, "process");
  pass.started = get<std::string>(document, "started");
  pass.elapsed_seconds = get<double>(document, "elapsed_seconds");
  for (const Json& copy : get_list(document, "copies")) pass.copies.push_back(copy_from(copy));
  pass.values = get<std::map<std::string, double>>(document, "values");
  pass.findings = findings_from_json(get<Json>(document, "findings", Json::array()));
  return pass;
}

}  // namespace

bool Pass::failed() const {
  for (const Copy& copy : copies)
    if (!copy.error.empty()) return true;
  return copies.empty();
}

const char* name_of(SpreadKind kind) {
  switch (kind) {
    case SpreadKind::population_sd:
      return "population-sd";
    case SpreadKind::standard_error:
      return "standard-error";
    default:
      return "sd";
  }
}

std::optional<SpreadKind> spread_kind_from(std::string_view name) {
  if (name == "sd") return SpreadKind::sd;
  if (name == "population-sd") return SpreadKind::population_sd;
  if (name == "standard-error") return SpreadKind::standard_error;
  return std::nullopt;
}

Json to_json(const Metric& metric) {
  return {{"metric", metric.id},
          {"title", metric.title},
          {"unit", metric.unit},
          {"better", name_of(metric.better)},
          {"kind", name_of(metric.kind)}};
}

Json to_json(const Pass& pass) {
  Json copies = Json::array();
  for (const Copy& copy : pass.copies) copies.push_back(to_json(copy));
  return {{"workload", pass.workload},
          {"mode", pass.mode},
          {"parameters", pass.parameters},
          {"arm", pass.arm},
          {"boot", pass.boot},
          {"block", pass.block},
          {"process", pass.process},
          {"started", pass.started},
          {"elapsed_seconds", number(pass.elapsed_seconds)},
          {"copies", std::move(copies)},
          {"values", pass.values},
          {"findings", to_json(pass.findings)}};
}

Json to_json(const Run& run, bool with_passes) {
  Json workloads = Json::array();
  for (const WorkloadResult& result : run.workloads) {
    Json metrics = Json::array();
    for (const Measurement& m : result.metrics) metrics.push_back(to_json(m));
    workloads.push_back({{"id", result.id},
                         {"copies", result.copies},
                         {"mode", result.mode},
                         {"parameters", result.parameters},
                         {"metrics", std::move(metrics)}});
    if (result.pass_seconds > 0) workloads.back()["pass_seconds"] = number(result.pass_seconds);
  }
  Json settings = Json::array();
  for (const SettingChange& change : run.settings_changed)
    settings.push_back({{"name", change.name},
                        {"old", change.old_value},
                        {"new", change.new_value},
                        {"restored", change.restored}});
  Json document{{"schema", "lodestone.run/1"},
                {"id", run.id},
                {"label", run.label},
                {"method", run.method},
                {"started", run.started},
                {"boot_id", run.boot_id},
                {"seed", run.seed},
                {"context", to_json(run.context)},
                {"workloads", std::move(workloads)},
                {"settings_changed", std::move(settings)},
                {"findings", to_json(run.findings)}};
  if (with_passes) {
    Json passes = Json::array();
    for (const Pass& pass : run.passes) passes.push_back(to_json(pass));
    document["passes"] = std::move(passes);
  }
  return document;
}

Result<Pass> pass_from_json(const Json& document) {
  try {
    return pass_from(document);
  } catch (const std::exception& problem) {
    return fail(ErrorCode::unreadable, "a stored pass cannot be read", problem.what());
  }
}

Result<Run> run_from_json(const Json& document) {
  try {
    if (get<std::string>(document, "schema") != "lodestone.run/1")
      return fail(ErrorCode::unreadable, "the document is not a lodestone.run/1");
    Run run;
    run.id = get<std::string>(document, "id");
    run.label = get<std::string>(document, "label");
    run.method = get<std::string>(document, "method", "live");
    run.started = get<std::string>(document, "started");
    run.boot_id = get<std::string>(document, "boot_id");
    run.seed = get<uint64_t>(document, "seed");
    run.context = context_from_json(get<Json>(document, "context", Json::object()));
    for (const Json& w : get_list(document, "workloads")) run.workloads.push_back(workload_from(w));
    for (const Json& setting : get_list(document, "settings_changed"))
      run.settings_changed.push_back(
          {get<std::string>(setting, "name"), get<std::string>(setting, "old"),
           get<std::string>(setting, "new"), get<bool>(setting, "restored")});
    run.findings = findings_from_json(get<Json>(document, "findings", Json::array()));
    for (const Json& pass : get_list(document, "passes")) run.passes.push_back(pass_from(pass));
    return run;
  } catch (const std::exception& problem) {
    return fail(ErrorCode::unreadable, "a stored run cannot be read", problem.what());
  }
}

}  // namespace lodestone
