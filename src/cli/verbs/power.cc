// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "base/rng.h"
#include "base/text.h"
#include "cli/ab_options.h"
#include "environment/facts.h"
#include "measure/interleave/power_plan.h"
#include "report/style.h"
#include "report/table.h"
#include "stats/sample.h"
#include "sys/interrupt.h"

namespace lodestone::verb_power {
namespace {

constexpr Option options[] = {
    {"--effect", "P%", "the change to be found (default 1%)"},
    {"--margin", "P%", "the margin of no change to be proven (default 1%)"},
    {"--power", "P%", "chance to find it (default 90%)"},
    {"--alpha", "P%", "chance of a wrong change (default 5%)"},
    {"--pairs", "N", "pairs to measure where nothing is stored (default 16)"},
    option_parameter,
    option_plugin,
    option_copies,
    option_threads,
    option_statistic,
    option_timeout,
    option_json,
    option_color,
};

Result<int> run(const Arguments& arguments) {
  LODESTONE_ASSIGN(const Style style,
                   style_for_output(arguments.value("--color").value_or("auto")));
  LODESTONE_ASSIGN(auto effect, arguments.fraction("--effect"));
  LODESTONE_ASSIGN(auto margin, arguments.fraction("--margin"));
  LODESTONE_ASSIGN(auto power, arguments.fraction("--power"));
  LODESTONE_ASSIGN(auto alpha, arguments.fraction("--alpha"));
  LODESTONE_ASSIGN(auto pairs, arguments.integer("--pairs", 8, 100000));
  const PowerAims aims{effect.value_or(.01), margin.value_or(.01), power.value_or(.9),
                       alpha.value_or(.05)};
  if (!(aims.effect > 0) || !(aims.power > 0 && aims.power < 1) ||
      !(aims.alpha > 0 && aims.alpha < .5) || !(aims.margin > 0))
    return fail(ErrorCode::usage, "an effect, margin, power or alpha is out of range", "",
                "as in --effect 1% --power 90%");
  const Context context = collect_context(Root());
  LODESTONE_ASSIGN(auto calibration, load_calibration(context));
  LODESTONE_ASSIGN(auto subjects, subjects_from(arguments));
  // Workloads without a stored noise are measured first.
  std::vector<std::unique_ptr<Subject>> unknown;
  std::vector<std::string> ids;
  std::set<std::string> measured;
  for (auto& subject : subjects) {
    ids.push_back(noise_key(*subject, subject->metrics.front().metric));
    if (calibration.workloads.contains(ids.back())) continue;
    measured.insert(ids.back());
    unknown.push_back(std::move(subject));
  }
  bool failed = false, interrupted = false;
  if (!unknown.empty()) {
    ExperimentOptions wanted;
    wanted.budget_seconds = 1e9;
    wanted.most_pairs = static_cast<int>(pairs.value_or(16));
    wanted.single_look = true;
    wanted.seed = random_seed() >> 1;
    Arms arms;
    arms[0].label = "A";
    arms[1].label = "A again";
    catch_interrupts();
    LODESTONE_ASSIGN(auto arm_switch, ArmSwitch::open(arms));
    LODESTONE_ASSIGN(const auto experiment, run_experiment(unknown, arms, arm_switch, wanted));
    failed = experiment.failed;
    interrupted = experiment.interrupted;
    learn(calibration, unknown, experiment);
  }
  Table table;
  table.column("metric", Table::Align::left);
  for (const char* heading :
       {"pair sd", "known from", "pairs to find it", "seconds", "pairs to prove none", "seconds"})
    table.column(heading);
  Json rows = Json::array();
  for (const auto& id : ids) {
    const auto found = calibration.workloads.find(id);
    if (found == calibration.workloads.end()) continue;
    const WorkloadNoise& noise = found->second;
    const PowerPlan plan = plan_power(noise, aims);
    const bool stored = !measured.contains(id);
    table.row({id, fixed(stats::percent_of_log(noise.pair_sd), 2) + " %",
               std::to_string(noise.pairs) + (stored ? " pairs" : " pairs now"),
               std::to_string(plan.find), fixed(plan.find_seconds, 1), std::to_string(plan.prove),
               fixed(plan.prove_seconds, 1)});
    rows.push_back({{"metric", id},
                    {"pair_sd_percent", number(stats::percent_of_log(noise.pair_sd))},
                    {"noise_pairs", noise.pairs},
                    {"stored", stored},
                    {"pairs_to_find", plan.find},
                    {"seconds_to_find", number(plan.find_seconds)},
                    {"pairs_to_prove_none", plan.prove},
                    {"seconds_to_prove_none", number(plan.prove_seconds)}});
  }
  std::string text;
  if (arguments.has("--json"))
    text = to_text({{"schema", "lodestone.power/1"},
                    {"effect_percent", number(100 * aims.effect)},
                    {"margin_percent", number(100 * aims.margin)},
                    {"power", number(aims.power)},
                    {"alpha", number(aims.alpha)},
                    {"rows", std::move(rows)},
                    {"findings", Json::array()}}) +
           "\n";
  else
    text = "To find a change of " + human(100 * aims.effect, 3) + " % with " +
           human(100 * aims.power, 3) + " % chance, and to prove none bigger than " +
           human(100 * aims.margin, 3) + " %:\n\n" + table.text(style) +
           "\nFor a fixed number of pairs; ab stops earlier where the change is larger.\n" +
           (measured.empty() ? ""
                             : "So few pairs know their spread to about a third, and the pairs "
                               "needed to half or double: lodestone\ncalibrate measures more and "
                               "stores what it learns.\n");
  std::fwrite(text.data(), 1, text.size(), stdout);
  return interrupted ? 130 : failed ? 3 : 0;
}

}  // namespace

extern const Verb verb_power;
const Verb verb_power = {
    "power",
    "tell how many pairs and seconds it takes to find a change of a given size",
    "[OPTIONS] WORKLOAD...",
    "Uses the noise that `lodestone calibrate` stored for this machine, or measures a few A/A "
    "pairs first. That noise lies in $XDG_STATE_HOME/lodestone, else ~/.local/state/lodestone, in "
    "HOST.calibration.json.",
    options,
    "lodestone power unixbench/pipe --effect 1%",
    run,
};

}  // namespace lodestone::verb_power
