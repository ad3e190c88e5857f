// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/calibration.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/fd.h"
#include "base/json.h"
#include "base/text.h"
#include "environment/facts.h"
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
  LODESTONE_ASSIGN(const std::string place, settings_folder(folder));
  char host[HOST_NAME_MAX + 1] = "";
  gethostname(host, HOST_NAME_MAX);
  return place + "/" + replace_all(host, "/", "_") + ".calibration.json";
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

}  // namespace

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
                     {"bias", number(noise.bias)}};
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
  size_t k = 0;
  for (size_t i = 0; i < subjects.size(); ++i)
    for (size_t m = 0; m < subjects[i]->metrics.size(); ++m) {
      const auto& metric = subjects[i]->metrics[m];
      const auto& record = experiment.subjects[i];
      if (metric.family == Family::explanation && record.pairs[m].empty()) continue;
      const Evidence& evidence = experiment.evidence[k++];
      if (metric.family != Family::headline || !evidence.effect || !evidence.relative) continue;
      WorkloadNoise noise;
      std::vector<double> differences, values;
      for (const auto& pair : record.pairs[m]) {
        differences.push_back(std::log(pair.new_) - std::log(pair.base));
        values.push_back(pair.base);
        values.push_back(pair.new_);
      }
      noise.pairs = static_cast<int>(differences.size());
      noise.pair_seconds = record.measured_seconds / std::max(1, noise.pairs);
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
      noise.bias = std::max({0.0, interval.low, -interval.high});
      // One A/A in twenty shows a bias by chance; only the repeated interval's word counts.
      const auto repeated = interval_of(evidence, .05);
      noise.bias = std::max({0.0, repeated.low, -repeated.high});
      calibration.workloads[metric.metric.id] = noise;
    }
}

void apply_calibration(const Context& context, Rules& rules, std::vector<Finding>& findings) {
  const auto calibration = load_calibration(context);
  if (!calibration) {
    add_finding(findings, {"F312 calibration", calibration.error().what, calibration.error().why,
                           calibration.error().hint});
    return;
  }
  for (const auto& [id, noise] : calibration->workloads)
    if (noise.bias > 0) rules.floors[id] = std::expm1(noise.bias);
  if (calibration->verdicts == 0) return;
  const auto limits = stats::clopper_pearson(calibration->changes, calibration->verdicts);
  const bool bad = limits.low > rules.alpha;
  add_finding(findings,
              {"F312 calibration",
               "of " + std::to_string(calibration->verdicts) +
                   " verdicts between equal arms on this machine " +
                   std::to_string(calibration->changes) + " were false (95 % limits " +
                   fixed(100 * limits.low, 1) + " to " + fixed(100 * limits.high, 1) + " %)",
               bad ? "that is more than the " + human(100 * rules.alpha, 3) +
                         " % promised: something on this machine is not random between processes"
                   : "",
               bad ? "calibrate again with nothing else running" : ""});
}

Result<bool> next_is_self_test(long long every) {
  if (every <= 0) return false;
  const Context context = collect_context(Root());
  LODESTONE_ASSIGN(auto calibration, load_calibration(context));
  ++calibration.comparisons;
  LODESTONE_TRY(save_calibration(calibration));
  return calibration.comparisons % every == 0;
}

Result<void> count_self_test(const Context& context, const Experiment& experiment) {
  LODESTONE_ASSIGN(auto calibration, load_calibration(context));
  count(calibration, experiment);
  return save_calibration(calibration);
}

}  // namespace lodestone
