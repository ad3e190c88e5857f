// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/run_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/text.h"
#include "cli/exports.h"
#include "cli/own_command.h"
#include "cli/quiet_option.h"
#include "measure/command_run.h"
#include "measure/instruments.h"
#include "measure/run_context.h"
#include "report/progress_line.h"
#include "report/run_report.h"
#include "store/store.h"
#include "sys/interrupt.h"

namespace lodestone {
namespace {

Result<CommandRunRequest> request_from(const Arguments& arguments, const RunOptions& given) {
  const PlanRequest& plan = given.request;
  if (arguments.commands.size() != 1)
    return fail(ErrorCode::usage, "run measures one command",
                fmt::format("{} were given after --", arguments.commands.size()),
                "lodestone ab compares two");
  if (!plan.names.empty() || !plan.plugins.empty() || !plan.sweeps.empty() ||
      !plan.copies.empty() || plan.seconds || !plan.like.empty())
    return fail(ErrorCode::usage,
                "a command takes no workloads, parameters, copies, seconds or --like", "",
                "lodestone run --passes 20 -- COMMAND");
  CommandRunRequest request;
  request.command = arguments.commands[0];
  request.passes = plan.passes.value_or(plan.quick ? 5 : 10);
  for (const std::string& text : arguments.values("--metric")) {
    LODESTONE_ASSIGN(auto metric, parse_output_metric(text));
    request.metrics.push_back(std::move(metric));
  }
  return request;
}

}  // namespace

Result<int> run_whole_command(const Arguments& arguments, const RunOptions& given,
                              const Style& style) {
  LODESTONE_ASSIGN(const CommandRunRequest request, request_from(arguments, given));
  if (given.dry_run) {
    fmt::print("{} of: {}\n", counted(request.passes, "process"), join(request.command, " "));
    return 0;
  }
  std::unique_ptr<Store> store;
  if (given.store) {
    LODESTONE_ASSIGN(store, open_store(given.store_url, Access::write));
  }
  LODESTONE_ASSIGN(Exports exports, Exports::open(arguments, false));
  std::optional<Instruments> instruments;
  if (given.instruments.any()) {
    LODESTONE_ASSIGN(instruments, Instruments::create(Root(), given.instruments));
  }
  catch_interrupts();
  Run run;
  run.label = given.label;
  run.started = utc_now();
  run.context = run_context(Plan{}, given.directory);
  run.seed = given.request.seed;
  record_command(run.context, run.seed);
  run.context.set("measured_command", join(request.command, " "));
  run.boot_id = run.context.get("boot_id").value_or("");
  LODESTONE_ASSIGN(QuietMachine quiet, QuietMachine::begin(arguments, run.findings));
  run.settings_changed = quiet.changes();
  std::unique_ptr<RunWriter> writer;
  if (store) {
    LODESTONE_ASSIGN(writer, store->begin(run));
    run.id = writer->id();
  }
  ProgressLine line;
  const Outcome outcome = conduct_command(
      request, run,
      {given.directory, writer.get(), instruments ? &*instruments : nullptr,
       [&](const Progress& progress) {
         line.show(fmt::format("[{}/{}] {}  {} left", progress.done, progress.total,
                               progress.current, duration_text(progress.remaining_seconds)));
       }});
  line.clear();
  quiet.end(run.findings);
  run.settings_changed = quiet.changes();
  if (writer && !outcome.store_error)
    LODESTONE_TRY(
        writer->finish(run, outcome.interrupted ? Ending::interrupted : Ending::finished));
  if (run.passes.empty()) run.id.clear();  // nothing was measured, so nothing is kept
  const Result<void> shown =
      show_run(run, given.format, [&] { return run_report(run, style); }, exports);
  if (outcome.interrupted) return exit_code(ErrorCode::interrupted);
  if (outcome.store_error) return tl::unexpected<Error>(*outcome.store_error);
  LODESTONE_TRY(shown);
  return outcome.failed ? exit_code(ErrorCode::failed) : 0;
}

}  // namespace lodestone
