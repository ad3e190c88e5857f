// SPDX-License-Identifier: GPL-2.0-or-later
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/rng.h"
#include "base/text.h"
#include "cli/ab_options.h"
#include "cli/decision_options.h"
#include "cli/exports.h"
#include "cli/instrument_options.h"
#include "cli/own_command.h"
#include "cli/quiet_option.h"
#include "compare/headline.h"
#include "environment/facts.h"
#include "measure/interleave/calibration.h"
#include "measure/interleave/record.h"
#include "report/comparison_report.h"
#include "report/experiment_report.h"
#include "sys/interrupt.h"

namespace lodestone::verb_ab {
namespace {

constexpr Option options[] = {
    {"--set-a", "PATH=VALUE", "a setting of the first arm; its old value is put back", true},
    {"--set-b", "PATH=VALUE", "a setting of the second arm", true},
    {"--setup-a", "COMMAND",
     "run before each process of the first arm, for what no file expresses"},
    {"--setup-b", "COMMAND", "the same for the second arm"},
    {"--undo-a", "COMMAND", "undoes --setup-a, after each process and after a crash"},
    {"--undo-b", "COMMAND", "undoes --setup-b"},
    {"--env-a", "NAME=VALUE", "environment of the first arm", true},
    {"--env-b", "NAME=VALUE", "environment of the second arm", true},
    {"--cpus-a", "LIST", "CPUs of the first arm, such as 0,2-5"},
    {"--cpus-b", "LIST", "CPUs of the second arm"},
    {"--cgroup-a", "PATH", "cgroup of the first arm"},
    {"--cgroup-b", "PATH", "cgroup of the second arm"},
    {"--label-a", "NAME", "name of the first arm (default base)"},
    {"--label-b", "NAME", "name of the second arm (default new)"},
    {"--metric", "NAME,UNIT,BETTER=REGEX",
     "a number in the commands' output, the last one that matches; BETTER is higher, lower or "
     "neutral",
     true},
    option_parameter,
    option_plugin,
    option_copies,
    option_threads,
    option_statistic,
    option_timeout,
    {"--budget", "TIME",
     "time for everything (default 60s); it sets the most pairs before the first look"},
    {"--max-pairs", "N", "most pairs a workload (default 96)"},
    {"--until-decided", nullptr, "no budget: go on until every answer is known"},
    {"--seed", "N", "seed of the order (default: drawn, printed and stored)"},
    {"--aa-every", "N", "make every N-th comparison of this machine an A/A, inside the budget"},
    option_margin,
    option_alpha,
    option_fail_on,
    option_require_verdict,
    option_counters,
    option_counters_cpus,
    option_collect,
    option_quiet_machine,
    {"--explain-statistics", nullptr, "show every step with its numbers"},
    {"--all", nullptr, "show explanation rows of unchanged workloads, too"},
    {"--no-store", nullptr, "do not keep what was measured"},
    {"--format", "NAME",
     "text (default), markdown, json, lkp, perf-stat-columns and others (lodestone help formats)"},
    option_export,
    option_store,
    option_json,
    option_color,
};

void show_progress(const ExperimentProgress& progress) {
  if (!isatty(2)) return;
  std::string text = "\r" + std::to_string(progress.pairs) + " pairs, " +
                     std::to_string(progress.subjects - progress.active) + " of " +
                     std::to_string(progress.subjects) + " decided, " + fixed(progress.seconds, 0) +
                     " s";
  if (progress.budget_seconds > 0)
    text += " of at most " + fixed(progress.budget_seconds, 0) + " s";
  std::fputs((text + "   ").c_str(), stderr);
}

Result<int> run(const Arguments& arguments) {
  const int64_t begin = monotonic_ns();
  LODESTONE_ASSIGN(const Arms arms, arms_from(arguments));
  LODESTONE_ASSIGN(const auto subjects, subjects_from(arguments));
  LODESTONE_ASSIGN(const Rules given, rules_from(arguments));
  LODESTONE_ASSIGN(const Style style,
                   style_for_output(arguments.value("--color").value_or("auto")));
  if (arguments.has("--until-decided") && arguments.value("--budget"))
    return fail(ErrorCode::usage, "--until-decided has no budget", "both were given",
                "leave out --budget, or --until-decided");
  std::string format = arguments.value("--format").value_or("text");
  if (arguments.has("--json")) format = "json";
  if (format != "text") {
    LODESTONE_ASSIGN(format, check_output_format(format, true));
  }
  LODESTONE_ASSIGN(const InstrumentOptions instrument, instrument_options(arguments));
  std::optional<Instruments> instruments;
  if (instrument.any()) {
    LODESTONE_ASSIGN(instruments, Instruments::create(Root(), instrument));
  }
  ExperimentOptions wanted;
  wanted.instruments = instruments ? &*instruments : nullptr;
  LODESTONE_ASSIGN(auto budget, arguments.duration("--budget"));
  LODESTONE_ASSIGN(auto most, arguments.integer("--max-pairs", 2, 100000));
  LODESTONE_ASSIGN(auto seed, arguments.integer("--seed", 0, INT64_MAX));
  LODESTONE_ASSIGN(auto aa_every, arguments.integer("--aa-every", 2, 1000000));
  wanted.rules = given;
  wanted.budget_seconds = budget.value_or(60);
  wanted.most_pairs = static_cast<int>(most.value_or(96));
  wanted.until_decided = arguments.has("--until-decided");
  wanted.seed = seed ? static_cast<uint64_t>(*seed) : random_seed() >> 1;
  wanted.progress = show_progress;

  LODESTONE_ASSIGN(Exports exports, Exports::open(arguments, true));
  catch_interrupts();

  Arms used = arms;
  std::vector<Finding> findings;
  std::vector<std::string> of_arms;
  for (const Arm& arm : arms)
    for (const Setting& setting : arm.settings) of_arms.push_back(setting.path);
  // Before the context is taken: it says what was in force.
  LODESTONE_ASSIGN(QuietMachine quiet, QuietMachine::begin(arguments, findings, of_arms));
  Context context = collect_context(Root());
  record_command(context, wanted.seed);
  LODESTONE_ASSIGN(const bool self_test, next_is_self_test(context, aa_every.value_or(0)));
  if (self_test) {
    used[1] = used[0];
    used[1].label = used[0].label + " again";
    std::fputs("this comparison is an A/A (--aa-every): both sides run the first arm\n", stderr);
  }
  const Calibration calibration = apply_calibration(context, subjects, wanted.rules, findings);
  LODESTONE_ASSIGN(auto arm_switch, ArmSwitch::open(used));
  ArmRecorder recorder(used, context, wanted.seed);
  if (!arguments.has("--no-store"))
    if (auto opened = recorder.open(arguments.value("--store").value_or("")); !opened)
      add_finding(findings,
                  {"F309 not-stored", "what is measured here is not kept: " + opened.error().what,
                   opened.error().why, opened.error().hint});
  wanted.finished = [&](const Pass& pass, int side) { return recorder.append(pass, side); };

  wanted.spent_seconds = 1e-9 * static_cast<double>(monotonic_ns() - begin);
  LODESTONE_ASSIGN(auto experiment, run_experiment(subjects, used, arm_switch, wanted));
  if (isatty(2)) std::fputs("\r\033[K", stderr);
  const auto changes = arm_switch.changes();
  if (auto restored = arm_switch.restore(); !restored)
    add_finding(findings, {"F310 not-restored", restored.error().what, restored.error().why,
                           "put it back by hand; the next start of lodestone tries again"});
  quiet.end(findings);
  if (auto kept = recorder.finish(subjects, experiment, changes, quiet.changes()); !kept) {
    experiment.failed = true;
    add_finding(findings, {"F309 not-stored", "the result could not be kept: " + kept.error().what,
                           kept.error().why, kept.error().hint});
  }
  note_modes(subjects, experiment, used, findings);
  if (!self_test) note_floors(calibration, subjects, experiment);

  PairComparison pair;
  pair.base = {used[0].label, context};
  pair.new_ = {used[1].label, context};
  pair.rows = experiment.rows;
  pair.findings = experiment.findings;
  for (const auto& finding : findings) add_finding(pair.findings, finding);
  pair.headline = headline_of(pair.rows);
  // Where nothing was measured, the reason is the answer.
  if (const bool measured = !pair.headline.metric.empty(); !measured)
    for (const auto& finding : experiment.findings)
      if (finding.code == "F308 process-failed" || finding.code == "F314 stopped-early")
        pair.headline.sentence = "undecided: " + finding.text + " (" + finding.reason + ")";
  if (experiment.budget_too_short)
    pair.headline.sentence = "undecided: the budget is shorter than one pair of processes";
  if (self_test) {
    pair.headline.sentence =
        "A/A self-test (both sides are " + used[0].label + "): " + pair.headline.sentence;
    add_finding(
        pair.findings,
        {"F311 self-test", "this comparison was an A/A by --aa-every; run again for the answer",
         "it keeps count of how often this machine errs", ""});
    LODESTONE_TRY(count_self_test(context, experiment));
  }
  Comparison comparison;
  comparison.headline = pair.headline;
  comparison.pairs.push_back(std::move(pair));

  const Results results{&comparison, recorder.runs(),
                        [&] { return to_text(to_json(comparison)) + "\n"; },
                        arguments.has("--all")};
  std::string text;
  if (format != "text") {
    LODESTONE_ASSIGN(text, text_in(format, results));
  } else {
    ComparisonReportOptions report;
    report.all = arguments.has("--all");
    text = comparison_text(comparison, style, report);
    if (auto plot = interval_plot(experiment.rows, style); !plot.empty()) text += "\n" + plot;
    text += "\n" + undecided_text(experiment) + effort_text(experiment, wanted.seed);
    if (arguments.has("--explain-statistics"))
      text += "\n" + statistics_text(experiment, wanted.rules);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  const Result<void> exported = exports.write(results);
  if (experiment.interrupted) return 130;
  LODESTONE_TRY(exported);
  if (experiment.failed) return 3;
  if (self_test) return 0;
  return exit_code_of(comparison, arguments);
}

}  // namespace

extern const Verb verb_ab;
const Verb verb_ab = {
    "ab",
    "measure two arms against each other, interleaved, until the answer is known",
    "[OPTIONS] WORKLOAD... | [OPTIONS] -- 'COMMAND A' -- 'COMMAND B'",
    "Runs fresh processes of both arms in pairs, in random order within permuted blocks, and stops "
    "each workload "
    "as soon as its answer is known: faster, slower, or no change bigger than the margin. Looking "
    "early does not "
    "spoil the error rate (docs/statistics.md).\n\n"
    "The arms differ by a setting (--set-a, --set-b), a command (--setup-a with --undo-a), an "
    "environment, CPUs, a "
    "cgroup, or are two whole commands after --. A setting that only one arm names has its present "
    "value in the "
    "other. Old values are on the disk before the first change and are put back at the end, on a "
    "signal, and by the "
    "next start.\n\n"
    "--counters and --collect add pairs of their own behind the scored ones: counts per operation "
    "and kernel statistics of both arms, shown for workloads that changed (--all: for every one).",
    options,
    "lodestone ab --set-b kernel.numa_balancing=0 unixbench/pipe\n"
    "lodestone ab --no-store -- 'sleep 0.01' -- 'sleep 0.02'\n"
    "lodestone ab --counters default --collect default --set-b kernel.numa_balancing=0 lat/mmap\n"
    "lodestone ab --cpus-a 0 --cpus-b 1 --budget 20s 'lat/*'",
    run,
};

}  // namespace lodestone::verb_ab
