// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/command_run.h"

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "measure/instruments.h"
#include "measure/unixbench_results.h"
#include "store/store.h"
#include "sys/interrupt.h"

namespace lodestone {
namespace {

void summarize_command(const Subject& subject, Run& run) {
  WorkloadResult result;
  result.id = subject.name;
  for (const SubjectMetric& wanted : subject.metrics) {
    Measurement measurement;
    measurement.metric = wanted.metric;
    for (const Pass& pass : run.passes) {
      if (pass.failed() || is_instrumented(pass)) continue;
      const auto value = pass.copies[0].values.find(wanted.metric.id);
      if (value != pass.copies[0].values.end())
        measurement.samples.push_back({value->second, pass.boot, pass.block, pass.process});
    }
    if (measurement.samples.empty()) continue;
    settle_center(measurement);
    result.metrics.push_back(std::move(measurement));
  }
  if (!result.metrics.empty()) run.workloads.push_back(std::move(result));
  add_instrument_results(run);
}

}  // namespace

Outcome conduct_command(const CommandRunRequest& request, Run& run, const ConductOptions& options) {
  Outcome outcome;
  const auto subject = command_subject(request.metrics);
  subject->timeout_seconds = request.timeout_seconds;
  Arm arm;
  arm.label = "command";
  arm.command = request.command;
  const int64_t start = monotonic_ns();
  int failures = 0;
  // Behind the scored passes; their counts are those of a whole process.
  const int passes = request.passes + (options.instruments ? std::min(request.passes, 8) : 0);
  for (int pass = 0; pass < passes && failures < 2 && !interrupted(); ++pass) {
    if (options.on_progress) {
      const double elapsed = static_cast<double>(monotonic_ns() - start) * 1e-9;
      const double each = pass > 0 ? elapsed / pass : 0;
      options.on_progress({static_cast<size_t>(pass), static_cast<size_t>(passes), elapsed,
                           each * (passes - pass), join(request.command, " ")});
    }
    auto observation =
        subject->measure(arm, 0, {{}, {}, pass < request.passes ? nullptr : options.instruments});
    if (!observation) {
      if (observation.error().code != ErrorCode::interrupted) {
        outcome.failed = true;
        add_finding(run.findings, {"F101 workload-failed", "the command cannot be started",
                                   observation.error().what + ": " + observation.error().why,
                                   observation.error().hint});
      }
      break;
    }
    observation->pass.block = observation->pass.process = pass;
    if (observation->error.empty()) {
      failures = 0;
    } else {
      ++failures;
      outcome.failed = true;
      // The numbers that a failed process printed are not results.
      add_finding(run.findings,
                  {"F101 workload-failed", "the command gave no result", observation->error,
                   "run it by hand: " + join(request.command, " ")});
    }
    run.passes.push_back(std::move(observation->pass));
    if (!options.writer) continue;
    if (auto stored = options.writer->append(run.passes.back()); !stored) {
      outcome.store_error = stored.error();
      break;
    }
  }
  outcome.interrupted = interrupted();
  summarize_command(*subject, run);
  return outcome;
}

}  // namespace lodestone
