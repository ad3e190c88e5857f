// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/calibration.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/fd.h"
#include "base/json.h"
#include "base/text.h"
#include "environment/setting_journal.h"
#include "stats/counts.h"
#include "stats/levels.h"
#include "stats/modes.h"
#include "stats/quantum.h"
#include "stats/sample.h"
#include "stats/series.h"

namespace lodestone {
namespace {

Result<std::string> path_in(const std::string& folder) {
  LODESTONE_ASSIGN(const std::string place, state_folder(folder));
  return place + "/" + host_name() + ".calibration.json";
}

std::string machine_of(const Context& context) {
  return context.get("cpu_model").value_or("unknown processor") + ", " +
         context.get("cpus").value_or("?") + " CPUs";
}

double number_in(const Json& document, const char* name) {
  auto found = document.find(name);
  return found != document.end() && found->is_number() ? found->get<double>() : 0;
}

// Every row of an A/A that reached a verdict, and those that called equal arms different.
void count(Calibration& calibration, const Experiment& experiment) {
  for (const auto& row : experiment.rows) {
    if (row.family != Family::headline || row.basis != Basis::sampled) continue;
    ++calibration.verdicts;
    calibration.changes += is_change(row.verdict);
  }
}

std::string log_percent(double value) {
  return fixed(stats::percent_of_log(value), 2) + " %";
}

std::string key_of(const Metric& metric, std::optional<int> copies, const std::string& mode,
                   const std::map<std::string, std::string>& parameters) {
  std::string key = metric.id;
  if (copies.value_or(1) > 1) key += " copies=" + std::to_string(*copies);
  if (mode == "thread") key += " threads";
  for (const auto& [name, value] : parameters) key += " " + name + "=" + value;
  return key;
}

std::string floor_text(const std::string& key, const WorkloadNoise& noise) {
  return key + " " + log_percent(noise.floor) + " (" + std::to_string(noise.pairs) + " pairs, " +
         noise.measured.substr(0, 10) + ")";
}

void show_floors(std::vector<std::string> floors, std::vector<Finding>& findings) {
  if (floors.empty()) return;
  if (floors.size() > 6) {
    const size_t more = floors.size() - 5;
    floors.resize(5);
    floors.push_back(std::to_string(more) + " more");
  }
  add_finding(findings,
              {"F312 calibration",
               "equal arms may differ on this machine by up to: " + join(floors, ", "), "", ""});
}

void show_error_count(const Calibration& calibration, double alpha,
                      std::vector<Finding>& findings) {
  if (calibration.verdicts == 0) return;
  const auto limits = stats::clopper_pearson(calibration.changes, calibration.verdicts);
  const bool bad = limits.low > alpha;
  add_finding(findings,
              {"F312 calibration",
               "of " + std::to_string(calibration.verdicts) +
                   " verdicts between equal arms on this machine " +
                   std::to_string(calibration.changes) + " were false (95 % limits " +
                   fixed(100 * limits.low, 1) + " to " + fixed(100 * limits.high, 1) + " %)",
               bad ? "that is more than the " + human(100 * alpha, 3) +
                         " % promised: something on this machine is not random between processes"
                   : "",
               bad ? "calibrate again with nothing else running" : ""});
}

void note_floor(const WorkloadNoise& noise, ComparisonRow& row) {
  const double floor = stats::percent_of_log(noise.floor);
  if (!is_change(row.verdict) || !row.change_percent || std::fabs(*row.change_percent) >= floor ||
      !row.note.empty())
    return;
  row.note = "not larger than equal arms may differ here (" + fixed(floor, 2) +
             " %, lodestone calibrate): more calibration pairs would tell";
}

}  // namespace

std::string noise_key(const Subject& subject, const Metric& metric) {
  return key_of(metric, subject.copies, subject.mode, subject.parameters);
}

Result<Calibration> load_calibration(const Context& context, const std::string& folder) {
  Calibration calibration;
  calibration.machine = machine_of(context);
  LODESTONE_ASSIGN(const std::string path, path_in(folder));
  const auto text = read_file(path, 64 << 20);
  if (!text) return calibration;
  LODESTONE_ASSIGN(const Json document, parse_json(*text));
  if (!document.is_object() || document.value("schema", "") != "lodestone.calibration/1")
    return fail(ErrorCode::unreadable, path + " is not a calibration", "",
                "remove it and calibrate again");
  if (document.value("machine", "") != calibration.machine) return calibration;
  calibration.updated = document.value("updated", "");
  calibration.verdicts = static_cast<long long>(number_in(document, "verdicts"));
  calibration.changes = static_cast<long long>(number_in(document, "changes"));
  calibration.comparisons = static_cast<long long>(number_in(document, "comparisons"));
  if (auto all = document.find("workloads"); all != document.end() && all->is_object())
    for (const auto& [id, item] : all->items()) {
      WorkloadNoise noise;
      noise.pairs = static_cast<int>(number_in(item, "pairs"));
      noise.pair_seconds = number_in(item, "pair_seconds");
      noise.pair_sd = number_in(item, "pair_sd");
      noise.window_sd = number_in(item, "window_sd");
      noise.process_sd = number_in(item, "process_sd");
      noise.lag1 = number_in(item, "lag1");
      noise.position = number_in(item, "position");
      noise.quantum = number_in(item, "quantum");
      noise.two_modes = number_in(item, "two_modes") != 0;
      noise.floor = number_in(item, "floor");
      noise.bias = number_in(item, "bias");
      noise.measured = item.value("measured", "");
      calibration.workloads[id] = noise;
    }
  return calibration;
}

Result<void> save_calibration(const Calibration& calibration, const std::string& folder) {
  LODESTONE_ASSIGN(const std::string path, path_in(folder));
  Json workloads = Json::object();
  for (const auto& [id, noise] : calibration.workloads)
    workloads[id] = {{"pairs", noise.pairs},
                     {"pair_seconds", number(noise.pair_seconds)},
                     {"pair_sd", number(noise.pair_sd)},
                     {"window_sd", number(noise.window_sd)},
                     {"process_sd", number(noise.process_sd)},
                     {"lag1", number(noise.lag1)},
                     {"position", number(noise.position)},
                     {"quantum", number(noise.quantum)},
                     {"two_modes", noise.two_modes ? 1 : 0},
                     {"floor", number(noise.floor)},
                     {"bias", number(noise.bias)},
                     {"measured", noise.measured}};
  const Json document = {{"schema", "lodestone.calibration/1"},
                         {"machine", calibration.machine},
                         {"updated", utc_now()},
                         {"verdicts", calibration.verdicts},
                         {"changes", calibration.changes},
                         {"comparisons", calibration.comparisons},
                         {"workloads", std::move(workloads)}};
  return write_file(path, to_text(document) + "\n");
}

void learn(Calibration& calibration, const std::vector<std::unique_ptr<Subject>>& subjects,
           const Experiment& experiment) {
  count(calibration, experiment);
  for (size_t k = 0; k < experiment.origins.size(); ++k) {
    const auto [i, m] = experiment.origins[k];
    const auto& metric = subjects[i]->metrics[m];
    const auto& record = experiment.subjects[i];
    const Evidence& evidence = experiment.evidence[k];
    if (metric.family != Family::headline || !evidence.effect || !evidence.relative) continue;
    if (record.pairs[m].size() < least_calibration_pairs) continue;
    WorkloadNoise noise;
    std::vector<double> differences, values;
    for (const auto& pair : record.pairs[m]) {
      differences.push_back(std::log(pair.new_) - std::log(pair.base));
      values.push_back(pair.base);
      values.push_back(pair.new_);
    }
    noise.pairs = static_cast<int>(differences.size());
    noise.pair_seconds = record.measured_seconds / noise.pairs;
    noise.pair_sd = stats::robust_deviation(differences).value_or(0);
    noise.lag1 = stats::lag1(differences).value_or(0);
    if (evidence.strata) noise.position = evidence.strata->position.value;
    const auto levels = stats::components(record.window_logs);
    noise.window_sd = levels.within;
    noise.process_sd = levels.between;
    const auto resolution = stats::resolution_of(values);
    noise.quantum = resolution.coarse ? resolution.quantum : 0;
    noise.two_modes = stats::modes(values).two;
    const auto interval = stats::t_interval(*evidence.effect, .05);
    noise.floor = std::max(std::fabs(interval.low), std::fabs(interval.high));
    // One A/A in twenty excludes zero by chance: only what excludes it at 1 in 1000 is a bias.
    const auto strict = stats::t_interval(*evidence.effect, .001);
    noise.bias = std::max({0.0, strict.low, -strict.high});
    noise.measured = utc_now();
    calibration.workloads[noise_key(*subjects[i], metric.metric)] = noise;
  }
}

Calibration apply_calibration(const Context& context,
                              const std::vector<std::unique_ptr<Subject>>& subjects, Rules& rules,
                              std::vector<Finding>& findings, const std::string& folder) {
  const auto calibration = load_calibration(context, folder);
  if (!calibration) {
    add_finding(findings, {"F312 calibration", calibration.error().what, calibration.error().why,
                           calibration.error().hint});
    return {};
  }
  std::vector<std::string> floors;
  for (const auto& subject : subjects)
    for (const auto& metric : subject->metrics) {
      if (metric.family != Family::headline) continue;
      const auto known = calibration->workloads.find(noise_key(*subject, metric.metric));
      if (known == calibration->workloads.end()) continue;
      const WorkloadNoise& noise = known->second;
      floors.push_back(floor_text(known->first, noise));
      if (noise.bias <= 0) continue;
      double& floor = rules.floors[metric.metric.id];
      floor = std::max(floor, std::expm1(noise.bias));
      add_finding(findings,
                  {"F315 biased-arms",
                   known->first + ": equal arms differed by at least " + log_percent(noise.bias) +
                       " when this machine was calibrated; a change has to exceed that",
                   "something treats the second arm otherwise although both are the same",
                   "calibrate again with nothing else running"});
    }
  show_floors(std::move(floors), findings);
  show_error_count(*calibration, rules.alpha, findings);
  return *calibration;
}

void note_floors(const Calibration& calibration,
                 const std::vector<std::unique_ptr<Subject>>& subjects, Experiment& experiment) {
  for (size_t k = 0; k < experiment.origins.size(); ++k) {
    auto& row = experiment.rows[k];
    if (row.family != Family::headline) continue;
    const auto [i, m] = experiment.origins[k];
    const auto known =
        calibration.workloads.find(noise_key(*subjects[i], subjects[i]->metrics[m].metric));
    if (known == calibration.workloads.end()) continue;
    note_floor(known->second, row);
  }
}

void apply_calibration(PairComparison& pair, double alpha, const std::string& folder) {
  const Context& context = pair.base.context;
  const auto here = [](const Context& side) {
    return replace_all(side.get("machine").value_or(""), "/", "_") == host_name();
  };
  if (!here(context) || !here(pair.new_.context) ||
      machine_of(context) != machine_of(pair.new_.context))
    return;
  const auto calibration = load_calibration(context, folder);
  if (!calibration) {
    add_finding(pair.findings, {"F312 calibration", calibration.error().what,
                                calibration.error().why, calibration.error().hint});
    return;
  }
  std::vector<std::string> floors;
  for (ComparisonRow& row : pair.rows) {
    if (row.family != Family::headline || row.basis != Basis::sampled) continue;
    const auto known =
        calibration->workloads.find(key_of(row.metric, row.copies, row.mode, row.parameters));
    if (known == calibration->workloads.end()) continue;
    floors.push_back(floor_text(known->first, known->second));
    note_floor(known->second, row);
  }
  if (floors.empty()) return;
  show_floors(std::move(floors), pair.findings);
  show_error_count(*calibration, alpha, pair.findings);
}

Result<bool> next_is_self_test(const Context& context, long long every, const std::string& folder) {
  if (every <= 0) return false;
  LODESTONE_ASSIGN(auto calibration, load_calibration(context, folder));
  ++calibration.comparisons;
  LODESTONE_TRY(save_calibration(calibration, folder));
  return calibration.comparisons % every == 0;
}

Result<void> count_self_test(const Context& context, const Experiment& experiment,
                             const std::string& folder) {
  LODESTONE_ASSIGN(auto calibration, load_calibration(context, folder));
  count(calibration, experiment);
  return save_calibration(calibration, folder);
}

}  // namespace lodestone
