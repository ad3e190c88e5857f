// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "base/text.h"
#include "cli/ab_options.h"
#include "environment/facts.h"
#include "measure/interleave/calibration.h"
#include "report/style.h"
#include "report/table.h"
#include "stats/planning.h"
#include "stats/sample.h"
#include "sys/interrupt.h"

namespace lodestone {
namespace {

constexpr Option options[] = {
    {"--effect", "P%", "the change to be found (default 1%)"},
    {"--margin", "P%", "the margin of no change to be proven (default 1%)"},
    {"--power", "P%", "chance to find it (default 90%)"},
    {"--alpha", "P%", "chance of a wrong change (default 5%)"},
    {"--pairs", "N", "pairs to measure where nothing is stored (default 16)"},
    option_parameter,
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
  const double change = effect.value_or(.01), band = margin.value_or(.01);
  const double chance = power.value_or(.9), level = alpha.value_or(.05);
  if (!(change > 0) || !(chance > 0 && chance < 1) || !(level > 0 && level < .5) || !(band > 0))
    return fail(ErrorCode::usage, "an effect, margin, power or alpha is out of range", "",
                "as in --effect 1% --power 90%");
  const Context context = collect_context(Root());
  LODESTONE_ASSIGN(auto calibration, load_calibration(context));
  LODESTONE_ASSIGN(auto subjects, subjects_from(arguments));
  // Workloads without a stored noise are measured first.
  std::vector<std::unique_ptr<Subject>> unknown;
  std::vector<std::string> ids;
  for (auto& subject : subjects) {
    ids.push_back(subject->metrics.front().metric.id);
    const bool plain = subject->parameters.empty() && subject->copies.value_or(1) == 1;
    if (!plain || !calibration.workloads.contains(ids.back()))
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
       {"pair sd", "pairs to find it", "seconds", "pairs to prove none", "seconds"})
    table.column(heading);
  Json rows = Json::array();
  for (const auto& id : ids) {
    const auto found = calibration.workloads.find(id);
    if (found == calibration.workloads.end()) continue;
    const WorkloadNoise& noise = found->second;
    // At least eight pairs, whole blocks; the trimmed mean keeps about 95 % of the mean's
    // efficiency under a normal law.
    auto rounded = [](int n) { return n == 0 ? 0 : std::max(8, n + n % 2); };
    const double sd = noise.pair_sd * 1.03;
    const int find = rounded(stats::pairs_for_power(std::log1p(change), sd, chance, level));
    const int prove = rounded(stats::pairs_for_equivalence(std::log1p(band), sd, chance, level));
    table.row({id, fixed(stats::percent_of_log(noise.pair_sd), 2) + " %", std::to_string(find),
               fixed(find * noise.pair_seconds, 1), std::to_string(prove),
               fixed(prove * noise.pair_seconds, 1)});
    rows.push_back({{"metric", id},
                    {"pair_sd_percent", number(stats::percent_of_log(noise.pair_sd))},
                    {"pairs_to_find", find},
                    {"seconds_to_find", number(find * noise.pair_seconds)},
                    {"pairs_to_prove_none", prove},
                    {"seconds_to_prove_none", number(prove * noise.pair_seconds)}});
  }
  std::string text;
  if (arguments.has("--json"))
    text = to_text({{"schema", "lodestone.power/1"},
                    {"effect_percent", number(100 * change)},
                    {"margin_percent", number(100 * band)},
                    {"power", number(chance)},
                    {"alpha", number(level)},
                    {"rows", std::move(rows)},
                    {"findings", Json::array()}}) +
           "\n";
  else
    text = "To find a change of " + human(100 * change, 3) + " % with " + human(100 * chance, 3) +
           " % chance, and to prove none bigger than " + human(100 * band, 3) + " %:\n\n" +
           table.text(style) +
           "\nFor a fixed number of pairs; ab stops earlier where the change is larger.\n";
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
    "pairs first.",
    options,
    "lodestone power unixbench/pipe --effect 1%",
    run,
};

}  // namespace lodestone
