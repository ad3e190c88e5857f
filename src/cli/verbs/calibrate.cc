// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "base/text.h"
#include "cli/ab_options.h"
#include "environment/facts.h"
#include "measure/interleave/calibration.h"
#include "report/style.h"
#include "report/table.h"
#include "stats/counts.h"
#include "stats/sample.h"
#include "sys/interrupt.h"

namespace lodestone::verb_calibrate {
namespace {

constexpr Option options[] = {
    option_parameter,
    option_copies,
    option_threads,
    option_statistic,
    option_timeout,
    {"--pairs", "N", "A/A pairs a workload (default 40, at least 8)"},
    {"--seed", "N", "seed of the order (default: drawn and printed)"},
    option_plugin,
    {"--show", nullptr, "print what is stored and measure nothing"},
    option_json,
    option_color,
};

std::string percent(double log_value, int decimals = 2) {
  return fixed(stats::percent_of_log(log_value), decimals) + " %";
}

std::string text_of(const Calibration& calibration, const Style& style) {
  std::string out;
  if (calibration.verdicts > 0) {
    const auto limits = stats::clopper_pearson(calibration.changes, calibration.verdicts);
    out += "A/A verdicts of this machine: " + std::to_string(calibration.verdicts) + ", false " +
           std::to_string(calibration.changes) + " (95 % limits " + fixed(100 * limits.low, 1) +
           " to " + fixed(100 * limits.high, 1) + " %)\n";
  } else {
    out += "no A/A verdict of this machine yet\n";
  }
  out += "machine: " + calibration.machine + "\n";
  if (calibration.workloads.empty()) return out;
  Table table;
  table.column("metric", Table::Align::left);
  for (const char* heading :
       {"pairs", "s/pair", "pair sd", "process sd", "window sd", "lag 1", "position", "floor"})
    table.column(heading);
  table.column("remarks", Table::Align::left);
  for (const auto& [id, noise] : calibration.workloads) {
    std::vector<std::string> remarks;
    if (noise.two_modes) remarks.emplace_back("two modes");
    if (noise.quantum > 0) remarks.push_back("steps of " + human(noise.quantum, 3));
    if (noise.bias > 0) remarks.push_back("biased by " + percent(noise.bias));
    table.row({id, std::to_string(noise.pairs), fixed(noise.pair_seconds, 3),
               percent(noise.pair_sd), percent(noise.process_sd), percent(noise.window_sd),
               fixed(noise.lag1, 2), percent(noise.position), percent(noise.floor),
               join(remarks, ", ")});
  }
  out += "\n" + table.text(style) +
         "\nsd: standard deviation of logs (pair: robust). floor: 95 % limit of the difference of "
         "equal arms.\n"
         "Differences between builds of one source (code layout) are not known: they need A/A of "
         "several builds.\n";
  return out;
}

Json document_of(const Calibration& calibration) {
  const auto limits =
      stats::clopper_pearson(calibration.changes, std::max(1LL, calibration.verdicts));
  Json workloads = Json::array();
  for (const auto& [id, noise] : calibration.workloads)
    workloads.push_back({{"metric", id},
                         {"pairs", noise.pairs},
                         {"pair_seconds", number(noise.pair_seconds)},
                         {"pair_sd_percent", number(stats::percent_of_log(noise.pair_sd))},
                         {"process_sd_percent", number(stats::percent_of_log(noise.process_sd))},
                         {"window_sd_percent", number(stats::percent_of_log(noise.window_sd))},
                         {"lag1", number(noise.lag1)},
                         {"position_percent", number(stats::percent_of_log(noise.position))},
                         {"quantum", number(noise.quantum)},
                         {"two_modes", noise.two_modes},
                         {"measured", noise.measured},
                         {"floor_percent", number(stats::percent_of_log(noise.floor))},
                         {"bias_percent", number(stats::percent_of_log(noise.bias))}});
  return {{"schema", "lodestone.calibration/1"},
          {"machine", calibration.machine},
          {"verdicts", calibration.verdicts},
          {"changes", calibration.changes},
          {"error_limits_percent", calibration.verdicts
                                       ? Json{number(100 * limits.low), number(100 * limits.high)}
                                       : Json(nullptr)},
          {"workloads", std::move(workloads)},
          {"findings", Json::array()}};
}

Result<int> run(const Arguments& arguments) {
  LODESTONE_ASSIGN(const Style style,
                   style_for_output(arguments.value("--color").value_or("auto")));
  LODESTONE_ASSIGN(auto pairs, arguments.integer("--pairs", 8, 100000));
  LODESTONE_ASSIGN(auto seed, arguments.integer("--seed", 0, INT64_MAX));
  const Context context = collect_context(Root());
  LODESTONE_ASSIGN(auto calibration, load_calibration(context));
  bool interrupted = false, failed = false;
  if (!arguments.has("--show")) {
    Arguments wanted = arguments;
    if (wanted.positional.empty() && wanted.values("--plugin").empty())
      wanted.positional = {"unixbench/*"};
    LODESTONE_ASSIGN(const auto subjects, subjects_from(wanted));
    ExperimentOptions options;
    options.budget_seconds = 1e9;
    options.most_pairs = static_cast<int>(pairs.value_or(40));
    options.seed = seed ? static_cast<uint64_t>(*seed) : random_seed() >> 1;
    // Every pair is wanted: only the last look decides, as it would for a fixed number.
    options.single_look = true;
    Arms arms;
    arms[0].label = "A";
    arms[1].label = "A again";
    catch_interrupts();
    LODESTONE_ASSIGN(auto arm_switch, ArmSwitch::open(arms));
    LODESTONE_ASSIGN(const auto experiment, run_experiment(subjects, arms, arm_switch, options));
    interrupted = experiment.interrupted;
    failed = experiment.failed;
    for (const auto& finding : experiment.findings)
      if (finding.code == "F308 process-failed")
        std::fprintf(stderr, "%s: %s\n", finding.text.c_str(), finding.reason.c_str());
    learn(calibration, subjects, experiment);
    LODESTONE_TRY(save_calibration(calibration));
  }
  const std::string text = arguments.has("--json") ? to_text(document_of(calibration)) + "\n"
                                                   : text_of(calibration, style);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return interrupted ? 130 : failed ? 3 : 0;
}

}  // namespace

extern const Verb verb_calibrate;
const Verb verb_calibrate = {
    "calibrate",
    "measure this machine against itself: its noise, and how often verdicts err",
    "[OPTIONS] [WORKLOAD...]",
    "Compares equal arms (A/A) of each workload, all UnixBench ones by default, and stores for "
    "this machine the noise "
    "by level, the position effect, the step of the clock, modes, the noise floor and the count of "
    "false verdicts. "
    "Later comparisons use and show it.",
    options,
    "lodestone calibrate unixbench/pipe\nlodestone calibrate --show",
    run,
};

}  // namespace lodestone::verb_calibrate
