// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/rng.h"
#include "base/text.h"
#include "cli/exports.h"
#include "cli/instrument_options.h"
#include "cli/own_command.h"
#include "cli/quiet_option.h"
#include "cli/run_command.h"
#include "cli/run_options.h"
#include "cli/scaling_options.h"
#include "cli/verb.h"
#include "measure/conduct.h"
#include "measure/instruments.h"
#include "measure/results.h"
#include "measure/run_context.h"
#include "report/progress_line.h"
#include "report/run_report.h"
#include "report/scaling_report.h"
#include "report/size_plots.h"
#include "store/store.h"
#include "sys/interrupt.h"

namespace lodestone::verb_run {
namespace {

constexpr Option options[] = {
    {"--copies", "N", "parallel copies; default 1 and the usable CPUs", true},
    option_tasks,
    {"--mode", "MODE",
     "copies are process, thread or both; default process where the workload can"},
    {"--passes", "N", "passes of each workload, each a fresh process; default 10"},
    {"--seconds", "TIME", "length of a pass; default 3"},
    {"--quick", nullptr, "5 passes of 0.8 seconds, one copy"},
    option_interval,
    option_smt,
    option_no_affinity,
    option_node,
    {"--like", "PROGRAM",
     "behave and schedule as unixbench-6.0.0, unixbench-5.1.3, will-it-scale or lmbench does"},
    {"-P", "NAME=V,V...", "run once for each value; several sweeps: each combination", true},
    option_output_metric,
    {"--plugin", "FILE.so", "a workload of your own (docs/adding-a-workload.md)", true},
    {"--label", "TEXT", "name under which the run is stored"},
    {"--seed", "N", "seed of the order; default from the system, printed and stored"},
    {"--directory", "PATH", "where file workloads work; its filesystem is recorded"},
    {"--dry-run", nullptr, "show the matrix, the order and the expected time, and stop"},
    {"--format", "NAME", "text, json, markdown, unixbench and others (lodestone help formats)"},
    option_counters,
    option_counters_cpus,
    option_collect,
    option_quiet_machine,
    {"--no-store", nullptr, "measure without storing"},
    option_export,
    option_json,
    option_store,
    option_color};

Json plan_document(const Plan& plan) {
  Json conditions = Json::array(), passes = Json::array();
  for (const Condition& c : plan.conditions)
    conditions.push_back({{"workload", c.workload->name},
                          {"copies", c.copies},
                          {"mode", c.threads ? "thread" : "process"},
                          {"parameters", c.parameters}});
  for (const PlannedPass& pass : plan.passes)
    passes.push_back({{"condition", pass.condition},
                      {"block", pass.block},
                      {"process", pass.process},
                      {"seconds", number(pass.seconds)},
                      {"expected_seconds", number(pass.expected_seconds)}});
  return {{"schema", "lodestone.plan/1"},
          {"like", plan.like},
          {"seed", plan.seed},
          {"expected_seconds", number(plan.expected_seconds())},
          {"conditions", std::move(conditions)},
          {"passes", std::move(passes)}};
}

// Where a workload does the sensible thing instead of a broken original, the reader of its number
// must know.
void add_notes(const Plan& plan, Run& run) {
  if (!plan.like.empty()) return;
  for (const Condition& condition : plan.conditions) {
    const std::string note = condition.workload->note ? condition.workload->note : "";
    const std::string id = condition.workload->name;
    const bool scaling = is_scaling(condition.workload->name);
    if (note.find(scaling ? "like=will-it-scale" : "--like") == std::string::npos) continue;
    std::string remedy;
    if (scaling)
      remedy = std::string("--like ") + like_will_it_scale + " does what the original does";
    else if (id.starts_with("unixbench/"))
      remedy = "--like unixbench-6.0.0 does what the original does";
    add_finding(run.findings, {"F103 differs-from-original", id + ": " + note,
                               "its number is not comparable with the original's", remedy});
  }
}

// As many as scored ones of a workload, so that a verdict is possible, but at most eight.
int instrumented_passes(const Plan& plan) {
  int most = 1;
  for (const PlannedPass& pass : plan.passes) most = std::max(most, pass.process + 1);
  return std::min(most, 8);
}

std::string report_of(const Run& run, const Style& style) {
  std::string text = run_report(run, style) + size_plots(run);
  if (const std::string scaling = scaling_report(run, style); !scaling.empty())
    text += "\n" + scaling;
  return text;
}

Result<int> run_verb(const Arguments& arguments) {
  LODESTONE_ASSIGN(const RunOptions given, run_options(arguments));
  LODESTONE_ASSIGN(const Style style,
                   style_for_output(arguments.value("--color").value_or("auto")));
  if (!arguments.commands.empty()) return run_whole_command(arguments, given, style);
  PlanRequest request = given.request;
  std::unique_ptr<Store> store;
  if (given.store) {
    // A dry run makes no store, but learns from one that is there.
    auto opened = open_store(given.store_url, given.dry_run ? Access::read : Access::write);
    if (!opened && !given.dry_run) return tl::unexpected<Error>(opened.error());
    if (opened) store = *std::move(opened);
  }
  if (store) request.overheads = overheads_from(*store);
  LODESTONE_ASSIGN(Plan plan, make_plan(request));
  const bool instrumented = given.instruments.any();
  if (instrumented) add_instrumented_passes(plan, instrumented_passes(plan));
  if (given.dry_run) {
    fmt::print("{}", given.format == "json" ? to_text(plan_document(plan)) + "\n"
                                            : plan_report(plan, style));
    return 0;
  }
  LODESTONE_ASSIGN(Exports exports, Exports::open(arguments, false));
  catch_interrupts();
  Run run;
  run.label = given.label;
  run.started = utc_now();
  run.seed = plan.seed;
  run.context = run_context(plan, given.directory);
  run.boot_id = run.context.get("boot_id").value_or("");
  record_command(run.context, plan.seed);
  add_notes(plan, run);
  add_scaling_findings(plan, run);
  std::optional<Instruments> instruments;
  if (instrumented) {
    LODESTONE_ASSIGN(instruments, Instruments::create(Root(), given.instruments));
  }
  LODESTONE_ASSIGN(QuietMachine quiet, QuietMachine::begin(arguments, run.findings));
  run.settings_changed = quiet.changes();
  std::unique_ptr<RunWriter> writer;
  if (store) {
    LODESTONE_ASSIGN(writer, store->begin(run));
    run.id = writer->id();
  }
  fmt::print(
      stderr, "{}, about {}{}\n", counted(static_cast<long long>(plan.passes.size()), "pass"),
      duration_text(plan.expected_seconds()),
      plan.like.empty() ? ", order from seed " + std::to_string(plan.seed) : ", as " + plan.like);
  ProgressLine line;
  ConductOptions conduct_options{
      given.directory, writer.get(), instruments ? &*instruments : nullptr,
      [&](const Progress& progress) {
        line.show(fmt::format("[{}/{}] {}  {} left", progress.done, progress.total,
                              progress.current, duration_text(progress.remaining_seconds)));
      }};
  const Outcome outcome = conduct(plan, run, conduct_options);
  line.clear();
  quiet.end(run.findings);
  run.settings_changed = quiet.changes();
  summarize(plan, run);
  Result<void> finished;
  if (writer && !outcome.store_error)
    finished = writer->finish(run, outcome.interrupted ? Ending::interrupted : Ending::finished);
  if (run.passes.empty()) run.id.clear();  // nothing was measured, so nothing is kept
  const Result<void> shown =
      show_run(run, given.format, [&] { return report_of(run, style); }, exports);
  if (outcome.interrupted) return exit_code(ErrorCode::interrupted);
  if (outcome.store_error) return tl::unexpected<Error>(*outcome.store_error);
  if (!finished) return tl::unexpected<Error>(finished.error());
  LODESTONE_TRY(shown);
  if (writer && !run.id.empty())
    fmt::print(stderr, "stored as {}{}\n", run.id, run.label.empty() ? "" : " (" + run.label + ")");
  return outcome.failed ? exit_code(ErrorCode::failed) : 0;
}

}  // namespace

extern const Verb verb_run{
    "run",
    "measure this machine",
    "[OPTIONS] [WORKLOAD[,PARAMETER=VALUE...]...] | [OPTIONS] -- COMMAND",
    "Runs workloads on this machine and stores every pass. Without a name: "
    "the 12 tests of the UnixBench index. Names are "
    "ids, globs, suites (scale), UnixBench's groups (index, fs, shell) and "
    "bare names of its tests (pipe).\n\n"
    "The schedule is our own: each pass is a fresh process; passes are "
    "grouped in blocks of one pass of everything, in an "
    "order shuffled from the seed; every pass is kept, and a 95 % interval "
    "is shown. --like unixbench-6.0.0 runs the "
    "original's schedule (10 and 3 passes, syncs and pauses, the worst "
    "third dropped) and its defects.\n\n"
    "Workloads of the suite scale run as processes and as threads at several "
    "numbers of tasks: --tasks 1,4,6,8, or powers of two up to the CPUs. "
    "Tasks are bound to CPUs, cores first; the warm-up is dropped by rule; "
    "every interval of every task is kept. --seconds is the length that "
    "counts and asks for one sweep; without it there are three.\n\n"
    "A workload that fails is a finding and the others go on; the exit code "
    "is then 3. After Ctrl-C what was measured is "
    "kept and the exit code is 130.",
    options,
    "lodestone run index --label before\nlodestone run pipe "
    "context1,placement=other --seconds 5 --passes 20\n"
    "lodestone run fs --directory /mnt/disk --copies 1 --copies "
    "8\nlodestone run index --quick --format unixbench\n"
    "lodestone run scale/sched_yield --tasks 1,4,6,8 --seconds 32\n"
    "lodestone run index --like unixbench-6.0.0 --dry-run\n"
    "lodestone run bw/mem_rd -P size=16k,256k,4m,64m\n"
    "lodestone run lat bw --like lmbench --format lmbench\n"
    "lodestone run index --export csv=samples.csv --export gobench=result.txt\n"
    "lodestone run --plugin ./gettid.so\n"
    "lodestone run --passes 20 --metric 'speed,req/s,higher=([0-9.]+) req/s' -- ./my-benchmark",
    run_verb};

}  // namespace lodestone::verb_run
