// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/text.h"
#include "exact/differences.h"
#include "stats/sample.h"

namespace lodestone::exact {

Metric metric_of(const std::string& workload, size_t quantity) {
  constexpr const char* titles[quantities] = {
      "kernel instructions",   "user instructions",   "kernel branches",      "user branches",
      "kernel calls",          "user calls",          "kernel loads",         "user loads",
      "kernel stores",         "user stores",         "kernel 64-byte lines", "user 64-byte lines",
      "kernel 128-byte lines", "user 128-byte lines", "kernel cache misses",  "user cache misses"};
  Metric metric;
  metric.id = workload + "." + quantity_names[quantity];
  metric.title = titles[quantity];
  metric.unit = "per operation";
  metric.better = Better::neutral;
  metric.kind = Kind::count;
  return metric;
}

Finding counts_are_not_time() {
  return {"F600 counts-are-not-time", "these are counts of executed instructions, not times",
          "more instructions need not cost time, and equal counts do not prove equal speed: "
          "layout, caches, prefetching "
          "and contention do not show here",
          "measure both kernels on a real machine where time is the question"};
}

namespace {

Context context_of(const ArmOutcome& arm, const Session& session) {
  Context context;
  context.set("kernel", arm.arm.release);
  context.set("kernel_banner", arm.arm.banner);
  context.set("kernel_build_id", arm.arm.build_id);
  context.set("command_line", arm.arm.command_line);
  context.set("architecture", name_of(arm.arm.architecture));
  context.set("emulator", "QEMU " + session.emulator.version);
  context.set("emulated_cpu", arm.arm.cpu);
  return context;
}

const WorkloadOutcome* outcome_of(const ArmOutcome& arm, const std::string& workload) {
  for (const WorkloadOutcome& outcome : arm.workloads)
    if (outcome.workload == workload) return &outcome;
  return nullptr;
}

std::vector<RowDetail> details_of(const Differences& differences, double per_operation) {
  std::vector<RowDetail> details;
  for (const FunctionDifference& function : differences.functions) {
    RowDetail detail;
    detail.name = function.function;
    detail.base = static_cast<double>(function.base.instructions) / per_operation;
    detail.new_ = static_cast<double>(function.new_.instructions) / per_operation;
    detail.values["difference"] = static_cast<double>(function.instructions()) / per_operation;
    detail.values["calls_base"] = static_cast<double>(function.base.calls) / per_operation;
    detail.values["calls_new"] = static_cast<double>(function.new_.calls) / per_operation;
    detail.values["by_state"] = function.by_state;
    detail.note = function.reason();
    if (function.by_state) detail.note += "; varies by state";
    details.push_back(std::move(detail));
  }
  return details;
}

// Of the values of boots that disagree, in percent of `center`; 0 where they agree.
double spread_percent(const std::vector<double>& by_boot, double center) {
  if (by_boot.size() < 2 || center == 0) return 0;
  return 100 * *stats::standard_deviation(by_boot) / std::fabs(center);
}

SideSummary side_of(double center, const WorkloadOutcome& outcome, size_t quantity) {
  SideSummary side;
  side.n = static_cast<long long>(outcome.operations);
  side.center = center;
  side.spread_percent = spread_percent(outcome.by_boot[quantity], center);
  return side;
}

void compare_workload(PairComparison& pair, const WorkloadOutcome& base,
                      const WorkloadOutcome& new_, bool deterministic) {
  Differences kernel = kernel_differences(base, new_);
  Differences user = differences_of(base.user, new_.user);
  for (size_t q = 0; q < quantities; ++q) {
    if (q >= first_memory_quantity && base.counts[q].all_zero() && new_.counts[q].all_zero())
      continue;
    CountComparison count = compare_count(base, new_, q, kernel, user, deterministic);
    ComparisonRow row;
    row.metric = metric_of(base.workload, q);
    row.workload = base.workload;
    row.copies = static_cast<int>(base.tasks);
    row.parameters = base.parameters;
    row.family = q == 0 ? Family::headline : Family::explanation;
    row.base = side_of(count.base, base, q);
    row.new_ = side_of(count.new_, new_, q);
    row.difference = count.difference;
    if (count.base != 0) row.change_percent = 100 * count.difference / count.base;
    if (count.range && count.base != 0)
      row.interval_percent = {100 * count.range->low / count.base,
                              100 * count.range->high / count.base};
    row.verdict = count.verdict;
    row.direction = count.direction;
    row.margin_percent = 0;
    row.basis = Basis::exact;
    row.counted = fmt::format("{} and {} operations", base.operations, new_.operations);
    row.note = count.note;
    if (q == 0) row.details = details_of(kernel, base.counted);
    if (q == 1) row.details = details_of(user, base.counted);
    pair.rows.push_back(std::move(row));
  }
}

std::string plural(size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

// "mmap/touch: +1,204 instructions per operation (+0.76 %), all of it in 3 functions".
std::string sentence_of_row(const ComparisonRow& row) {
  double difference = row.difference.value_or(0);
  std::string text = fmt::format("{}: {}{} kernel instruction{} per operation", row.workload,
                                 difference < 0 ? "-" : "+", human(std::fabs(difference), 9),
                                 std::fabs(difference) == 1 ? "" : "s");
  if (row.change_percent)
    text += fmt::format(" ({}{} %)", *row.change_percent < 0 ? "-" : "+",
                        fixed(std::fabs(*row.change_percent), 2));
  if (row.interval_percent)
    return text + fmt::format("; boots of one side differ, which leaves {} to {} %",
                              fixed(row.interval_percent->low, 2),
                              fixed(row.interval_percent->high, 2));
  size_t functions = 0;
  for (const RowDetail& detail : row.details)
    functions += detail.base != detail.new_ && detail.values.at("by_state") == 0;
  if (functions > 0)
    text += fmt::format(", all of it in {}", plural(functions, "function", "functions"));
  return text;
}

Headline headline_of_pair(const PairComparison& pair) {
  Headline headline;
  headline.basis = Basis::exact;
  const ComparisonRow* largest = nullptr;
  size_t rows = 0;
  size_t changed = 0;
  size_t identical = 0;
  size_t equal = 0;
  size_t other_ways = 0;
  const ComparisonRow* open = nullptr;
  for (const ComparisonRow& row : pair.rows) {
    if (row.family != Family::headline) continue;
    ++rows;
    if (is_change(row.verdict)) {
      ++changed;
      if (largest == nullptr || std::fabs(row.change_percent.value_or(1e9)) >
                                    std::fabs(largest->change_percent.value_or(1e9)))
        largest = &row;
    }
    identical += row.verdict == Verdict::identical;
    equal += row.verdict == Verdict::equal;
    other_ways += row.verdict == Verdict::equal && row.note == other_ways_not_compared;
    if (row.verdict == Verdict::undecided && open == nullptr) open = &row;
  }
  std::string others;
  if (rows > 1 && identical + equal > 0)
    others = fmt::format("; {} of {} {} {}", identical + equal, largest ? rows - 1 : rows,
                         largest ? "others" : "workloads",
                         equal == 0 ? "identical" : "equal or identical");
  const ComparisonRow* subject = largest != nullptr ? largest : open;
  if (subject != nullptr) {
    headline.metric = subject->metric.id;
    headline.verdict = subject->verdict;
    headline.direction = subject->direction;
    headline.change_percent = subject->change_percent;
    headline.interval_percent = subject->interval_percent;
    if (largest != nullptr)
      headline.sentence = sentence_of_row(*subject) + others;
    else
      headline.sentence =
          fmt::format("undecided{}: {}{}",
                      is_change(subject->direction)
                          ? fmt::format(" (points to {})", name_of(subject->direction))
                          : "",
                      sentence_of_row(*subject), others);
    return headline;
  }
  if (rows == 0) {
    headline.sentence = "undecided: no workload has a result on both sides";
    return headline;
  }
  headline.verdict = equal == 0 ? Verdict::identical : Verdict::equal;
  headline.direction = Verdict::equal;
  headline.change_percent = 0;
  headline.metric = pair.rows.front().metric.id;
  const std::string subjects = fmt::format("{} {}", plural(rows, "workload", "workloads"),
                                           rows == 1 ? "executes" : "execute");
  if (equal == 0) {
    headline.sentence = "identical: " + subjects + " the same instructions in every function";
    return headline;
  }
  headline.sentence = "equal: " + subjects + " as many instructions in every function";
  if (equal > other_ways)
    headline.sentence += fmt::format(", {} of them other code", equal - other_ways);
  if (other_ways > 0)
    headline.sentence +=
        fmt::format(", {} of them the same on the usual way, others not compared", other_ways);
  return headline;
}

PairComparison compare_arms(const ArmOutcome& base, const ArmOutcome& new_,
                            const Session& session) {
  PairComparison pair;
  pair.base = {base.arm.label, context_of(base, session)};
  pair.new_ = {new_.arm.label, context_of(new_, session)};
  for (const ArmOutcome* arm : {&base, &new_}) {
    for (const Finding& finding : arm->findings) add_finding(pair.findings, finding);
    if (arm->error)
      add_finding(pair.findings, {"F605 arm-failed", arm->arm.label + ": " + arm->error->what,
                                  arm->error->why, arm->error->hint});
  }
  for (const WorkloadOutcome& outcome : base.workloads) {
    const WorkloadOutcome* other = outcome_of(new_, outcome.workload);
    for (const auto& [arm, side] : {std::pair(&base, &outcome), std::pair(&new_, other)}) {
      if (side == nullptr || side->has_result()) continue;
      add_finding(pair.findings,
                  {side->skipped.empty() ? "F606 workload-failed" : "F607 workload-skipped",
                   outcome.workload + " has no result on " + arm->arm.label,
                   side->skipped.empty() ? side->failed : side->skipped,
                   {}});
    }
    if (other == nullptr || !outcome.has_result() || !other->has_result()) continue;
    if (!outcome.usual || !other->usual)
      add_finding(
          pair.findings,
          {"F608 no-usual-operation",
           outcome.workload + " has no operation that is usual in every phase",
           "each operation takes another number of instructions; the smallest are compared, and a "
           "difference between them alone decides nothing",
           "--operations with more operations, or --phases"});
    compare_workload(pair, outcome, *other, base.deterministic && new_.deterministic);
  }
  add_finding(pair.findings, counts_are_not_time());
  pair.headline = headline_of_pair(pair);
  return pair;
}

}  // namespace

Comparison compare_session(const Session& session) {
  Comparison comparison;
  comparison.findings = session.findings;
  for (size_t i = 1; i < session.arms.size(); ++i)
    comparison.pairs.push_back(compare_arms(session.arms[0], session.arms[i], session));
  if (comparison.pairs.empty()) return comparison;
  const PairComparison* chosen = &comparison.pairs[0];
  for (const PairComparison& pair : comparison.pairs)
    if (is_change(pair.headline.verdict) && !is_change(chosen->headline.verdict)) chosen = &pair;
  comparison.headline = chosen->headline;
  if (comparison.pairs.size() > 1)
    comparison.headline.sentence = chosen->new_.label + ": " + chosen->headline.sentence;
  return comparison;
}

Run record_of(const ArmOutcome& arm, const Session& session, const SessionOptions& options) {
  Run run;
  run.label = arm.arm.label;
  run.method = "exact";
  run.started = utc_now();
  run.context = context_of(arm, session);
  run.findings = arm.findings;
  for (const Finding& finding : session.findings) add_finding(run.findings, finding);
  add_finding(run.findings, counts_are_not_time());
  for (const WorkloadOutcome& outcome : arm.workloads) {
    if (!outcome.has_result()) {
      add_finding(run.findings,
                  {outcome.skipped.empty() ? "F606 workload-failed" : "F607 workload-skipped",
                   outcome.workload + " has no result",
                   outcome.skipped.empty() ? outcome.failed : outcome.skipped,
                   {}});
      continue;
    }
    WorkloadResult result;
    result.id = outcome.workload;
    result.copies = static_cast<int>(outcome.tasks);
    result.parameters = outcome.parameters;
    result.parameters["phases"] = std::to_string(options.phases);
    result.parameters["operations"] = std::to_string(outcome.operations);
    for (size_t q = 0; q < quantities; ++q) {
      const Distribution& counts = outcome.counts[q];
      if (q >= first_memory_quantity && counts.all_zero()) continue;
      Measurement measurement;
      measurement.metric = metric_of(outcome.workload, q);
      measurement.basis = Basis::exact;
      double center = outcome.headline(q);
      measurement.center = center;
      measurement.n = arm.boots;
      if (arm.deterministic) measurement.spread_percent = 0;
      for (unsigned boot = 0; boot < arm.boots && arm.deterministic; ++boot)
        measurement.samples.push_back(
            {center, static_cast<int32_t>(boot), 0, static_cast<int32_t>(boot)});
      const std::vector<double>& by_boot = outcome.by_boot[q];
      for (size_t boot = 0; boot < by_boot.size(); ++boot)
        measurement.samples.push_back(
            {by_boot[boot], static_cast<int32_t>(boot), 0, static_cast<int32_t>(boot)});
      if (!by_boot.empty()) {
        measurement.spread_percent = spread_percent(by_boot, center);
        measurement.interval[0] = *std::min_element(by_boot.begin(), by_boot.end());
        measurement.interval[1] = *std::max_element(by_boot.begin(), by_boot.end());
      }
      result.metrics.push_back(std::move(measurement));
    }
    run.workloads.push_back(std::move(result));
  }
  return run;
}

}  // namespace lodestone::exact
