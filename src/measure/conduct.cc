// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/conduct.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/plural.h"
#include "measure/execute.h"
#include "measure/instruments.h"
#include "measure/like_lmbench.h"
#include "model/unixbench.h"
#include "store/store.h"
#include "sys/interrupt.h"

namespace lodestone {
namespace {

double seconds_since(int64_t start_ns) {
  return static_cast<double>(monotonic_ns() - start_ns) * 1e-9;
}

void pause_interruptibly(double seconds) {
  const int64_t start = monotonic_ns();
  while (!interrupted() && seconds_since(start) < seconds) ::usleep(20000);
}

// As UnixBench prepares each pass.
void settle() {
  ::sync();
  pause_interruptibly(1);
  ::sync();
  pause_interruptibly(2);
}

PassRequest request_of(const Plan& plan, const PlannedPass& planned,
                       const ConductOptions& options) {
  const Condition& condition = plan.conditions[planned.condition];
  PassRequest request;
  request.workload = condition.workload;
  request.copies = condition.copies;
  request.threads = condition.threads;
  request.parameters = condition.parameters;
  request.seconds = planned.seconds;
  const double shortest = condition.workload->flags & LODESTONE_COARSE ? 0.05 : 1e-3;
  request.window_seconds = std::max(shortest, planned.seconds / 100);
  request.windows = 100;
  request.directory = options.directory;
  request.program = condition.program;
  request.program_arguments = condition.program_arguments;
  if (const auto like = condition.parameters.find("like");
      like != condition.parameters.end() && like->second == "lmbench") {
    request.seconds = 0;
    request.windows = lmbench_tries;
    request.window_seconds = lmbench_try_seconds(*condition.workload);
  }
  // UnixBench sets it; sort's order depends on it. The caller's LC_ALL still wins.
  request.environment = {"LANG=en_US.utf8"};
  set_up_scaling_pass(plan, planned, request);
  return request;
}

// A workload that keeps its own clock (Whetstone by CPU time, as UnixBench 5.1.3) reports seconds
// per operation. Tests whose count is a rate already (KBps, MWIPS) get it as "count", which is what
// a UnixBench log shows.
void finish_copies(const lodestone_workload& workload, Pass& pass) {
  for (Copy& copy : pass.copies) {
    if (const auto own = copy.values.find("seconds_per_operation");
        own != copy.values.end() && own->second > 0)
      copy.seconds = own->second * static_cast<double>(copy.operations);
    const std::string_view name = workload.name;
    const UnixbenchTest* test =
        name.starts_with("unixbench/") ? find_unixbench_test(name.substr(10)) : nullptr;
    if (!test || test->timebase != 0 || !copy.error.empty()) continue;
    const double rate =
        main_value(workload, static_cast<double>(copy.operations), copy.seconds, pass.parameters);
    // The file tests print whole kilobytes per second.
    copy.values["count"] = std::string_view(test->label) == "KBps" ? std::floor(rate) : rate;
  }
}

std::string first_error(const Pass& pass) {
  for (const Copy& copy : pass.copies)
    if (!copy.error.empty()) return copy.error;
  return "";
}

bool skipped(const Pass& pass) {
  return std::any_of(pass.findings.begin(), pass.findings.end(),
                     [](const Finding& finding) { return finding.code == "F020 skipped"; });
}

struct Estimate {
  const Plan& plan;
  const std::vector<int>& failures;
  double expected_done = 0;

  // What is left by the plan, corrected by how the plan has fared so far.
  double remaining(size_t next, double elapsed) const {
    double left = 0;
    for (size_t i = next; i < plan.passes.size(); ++i)
      if (failures[plan.passes[i].condition] < 2) left += plan.passes[i].expected_seconds;
    const double factor = expected_done > 5 ? elapsed / expected_done : 1;
    return left * factor;
  }
};

}  // namespace

Outcome conduct(const Plan& plan, Run& run, const ConductOptions& options) {
  Outcome outcome;
  std::vector<int> failures(plan.conditions.size(), 0);
  Estimate estimate{plan, failures};
  const int64_t start = monotonic_ns();
  auto report = [&](size_t next, const std::string& current) {
    if (!options.on_progress) return;
    const double elapsed = seconds_since(start);
    options.on_progress(
        {next, plan.passes.size(), elapsed, estimate.remaining(next, elapsed), current});
  };
  for (size_t i = 0; i < plan.passes.size() && !interrupted(); ++i) {
    const PlannedPass& planned = plan.passes[i];
    const Condition& condition = plan.conditions[planned.condition];
    if (failures[planned.condition] >= 2) continue;
    report(i, describe(condition));
    if (planned.settle) settle();
    if (interrupted()) break;
    if (planned.instrumented && !options.instruments) continue;
    const PassRequest request = request_of(plan, planned, options);
    auto pass =
        planned.instrumented ? options.instruments->execute(request) : execute_pass(request);
    if (!pass && pass.error().code == ErrorCode::interrupted) break;
    estimate.expected_done += planned.expected_seconds;
    const std::string what = describe(condition) + " gave no result";
    if (!pass) {
      outcome.failed = true;
      failures[planned.condition] =
          2;  // its program is missing or there is no folder: trying again does not help
      add_finding(run.findings,
                  {"F101 workload-failed", what,
                   pass.error().what + (pass.error().why.empty() ? "" : ": " + pass.error().why),
                   pass.error().hint});
      continue;
    }
    pass->block = planned.block;
    pass->process = planned.process;
    if (request.seconds > 0) pass->values["planned_seconds"] = planned.seconds;
    finish_copies(*condition.workload, *pass);
    finish_scaling_pass(plan, planned, *pass);
    if (skipped(*pass)) {
      failures[planned.condition] = 2;
      for (Finding finding : pass->findings) {
        finding.text = describe(condition) + ": " + finding.text;
        add_finding(run.findings, std::move(finding));
      }
    } else if (pass->failed()) {
      outcome.failed = true;
      ++failures[planned.condition];
      add_finding(run.findings, {"F101 workload-failed", what, first_error(*pass),
                                 plan.conditions.size() > 1 ? "the other workloads are not affected"
                                                            : "nothing else was to be measured"});
    }
    run.passes.push_back(*std::move(pass));
    if (!options.writer) continue;
    if (auto stored = options.writer->append(run.passes.back()); !stored) {
      outcome.store_error = stored.error();
      break;
    }
  }
  outcome.interrupted = interrupted();
  if (outcome.interrupted)
    add_finding(run.findings,
                {"F102 interrupted",
                 "the run was interrupted after " + std::to_string(run.passes.size()) + " of " +
                     counted(static_cast<long long>(plan.passes.size()), "pass"),
                 "intervals are wider than planned and some workloads may be missing", ""});
  report(plan.passes.size(), "");
  return outcome;
}

}  // namespace lodestone
