// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/record.h"

#include <fmt/format.h>

#include <cmath>

#include "base/clock.h"
#include "base/fd.h"
#include "base/rng.h"
#include "base/text.h"
#include "stats/counts.h"
#include "stats/modes.h"
#include "stats/sample.h"
#include "store/store.h"

namespace lodestone {

struct ArmRecorder::State {
  Arms arms;
  std::string comparison;
  Run runs[2];
  std::unique_ptr<Store> store;
  std::unique_ptr<RunWriter> writers[2];
};

namespace {

// What this arm alone ran with.
void set_arm_facts(Context& context, const Arm& arm) {
  context.set("arm", arm.label);
  if (!arm.command.empty()) context.set("measured_command", join(arm.command, " "));
  // Whole passes include every interruption, windows' medians do not: the two are not one quantity.
  context.set("estimator", arm.command.empty() ? "windows" : "whole passes");
  if (!arm.environment.empty()) context.set("arm_environment", join(arm.environment, " "));
  if (!arm.cgroup.empty()) context.set("arm_cgroup", arm.cgroup);
  if (!arm.setup.empty()) context.set("arm_setup", arm.setup);
  std::vector<std::string> cpus;
  for (int cpu : arm.cpus) cpus.push_back(std::to_string(cpu));
  if (!cpus.empty()) context.set("arm_cpus", join(cpus, ","));
}

// The value that the arm ran with: its own, or the one that was there.
std::string value_in(const Arm& arm, const HeldSetting& change) {
  for (auto setting = arm.settings.rbegin(); setting != arm.settings.rend(); ++setting)
    if (setting->path == change.path) return setting->value;
  return change.before;
}

// How the pairs of metric `m` of subject `i` were looked at. Nothing where it has no row.
std::shared_ptr<const Interleaved> interleaved(const Experiment& experiment, size_t i, size_t m,
                                               const std::string& comparison) {
  for (size_t k = 0; k < experiment.origins.size(); ++k) {
    if (experiment.origins[k].subject != i || experiment.origins[k].metric != m) continue;
    const Evidence& evidence = experiment.evidence[k];
    const int pairs = static_cast<int>(experiment.subjects[i].pairs[m].size());
    Interleaved found;
    found.comparison = comparison;
    found.looks = {pairs};
    found.most_pairs = pairs;
    if (evidence.looks) {
      const auto& counts = evidence.looks->counts();
      found.looks.assign(counts.begin(),
                         counts.begin() + static_cast<std::ptrdiff_t>(evidence.look) + 1);
      found.most_pairs = evidence.looks->most();
    }
    found.open_ended = evidence.open_ended > 0;
    found.answers = experiment.rows[k].family == Family::headline;
    if (evidence.relative) found.floor = std::expm1(evidence.floor);
    return std::make_shared<const Interleaved>(std::move(found));
  }
  return nullptr;
}

}  // namespace

ArmRecorder::ArmRecorder(const Arms& arms, const Context& context, uint64_t seed)
    : state_(std::make_unique<State>()) {
  state_->arms = arms;
  state_->comparison = fmt::format("{:016x}", random_seed());
  const std::string now = utc_now();
  const auto boot = read_file("/proc/sys/kernel/random/boot_id", 4096);
  for (size_t side = 0; side < 2; ++side) {
    Run& run = state_->runs[side];
    run.label = "ab-" + now + "-" + arms[side].label;
    run.started = now;
    run.context = context;
    set_arm_facts(run.context, arms[side]);
    run.seed = seed;
    if (boot) run.boot_id = std::string(trim(*boot));
  }
}

ArmRecorder::ArmRecorder(ArmRecorder&&) noexcept = default;
ArmRecorder::~ArmRecorder() = default;

Result<void> ArmRecorder::open(const std::string& url) {
  LODESTONE_ASSIGN(auto store, open_store(url, Access::write));
  for (size_t side = 0; side < 2; ++side) {
    LODESTONE_ASSIGN(state_->writers[side], store->begin(state_->runs[side]));
    state_->runs[side].id = state_->writers[side]->id();
  }
  state_->store = std::move(store);
  return {};
}

Result<void> ArmRecorder::append(const Pass& pass, int side) {
  state_->runs[side].passes.push_back(pass);
  if (!state_->store) return {};
  return state_->writers[side]->append(pass);
}

std::span<const Run> ArmRecorder::runs() const {
  return state_->runs;
}

Result<void> ArmRecorder::finish(const std::vector<std::unique_ptr<Subject>>& subjects,
                                 const Experiment& experiment,
                                 const std::vector<HeldSetting>& changes,
                                 const std::vector<SettingChange>& of_both) {
  for (size_t side = 0; side < 2; ++side) {
    Run& run = state_->runs[side];
    run.findings = experiment.findings;
    run.settings_changed = of_both;
    for (const auto& change : changes)
      run.settings_changed.push_back(
          {change.path, change.before, value_in(state_->arms[side], change), true});
    for (size_t i = 0; i < subjects.size(); ++i) {
      const Subject& subject = *subjects[i];
      WorkloadResult result;
      result.id = subject.name;
      result.copies = subject.copies.value_or(1);
      if (!subject.mode.empty()) result.mode = subject.mode;
      result.parameters = subject.parameters;
      for (size_t m = 0; m < subject.metrics.size(); ++m) {
        Measurement measurement;
        measurement.metric = subject.metrics[m].metric;
        int number = 0;
        std::vector<double> values;
        for (const auto& pair : experiment.subjects[i].pairs[m]) {
          const double value = side == 0 ? pair.base : pair.new_;
          values.push_back(value);
          const bool second = pair.base_first == (side == 1);
          measurement.samples.push_back({value, 0, number / 2, 2 * number + second});
          ++number;
        }
        if (values.empty()) continue;
        measurement.interleaved = interleaved(experiment, i, m, state_->comparison);
        measurement.n = number;
        measurement.center = stats::median(values);
        result.metrics.push_back(std::move(measurement));
      }
      if (!result.metrics.empty()) run.workloads.push_back(std::move(result));
    }
    if (state_->store)
      LODESTONE_TRY(state_->writers[side]->finish(
          run, experiment.interrupted ? Ending::interrupted : Ending::finished));
  }
  return {};
}

void note_modes(const std::vector<std::unique_ptr<Subject>>& subjects, const Experiment& experiment,
                const Arms& arms, std::vector<Finding>& findings) {
  for (size_t i = 0; i < subjects.size(); ++i)
    for (size_t m = 0; m < subjects[i]->metrics.size(); ++m) {
      const auto& metric = subjects[i]->metrics[m];
      const auto& pairs = experiment.subjects[i].pairs[m];
      if (metric.family != Family::headline || pairs.size() < 16) continue;
      std::vector<double> sides[2];
      for (const auto& pair : pairs) {
        sides[0].push_back(pair.base);
        sides[1].push_back(pair.new_);
      }
      for (int side = 0; side < 2; ++side) {
        const auto found = stats::modes(sides[side]);
        if (!found.two || !(found.low_center > 0)) continue;
        int64_t above[2] = {0, 0};
        for (int k = 0; k < 2; ++k)
          for (double value : sides[k]) above[k] += value > found.split;
        const auto n = static_cast<int64_t>(pairs.size());
        const double p = stats::fisher_exact(above[0], n - above[0], above[1], n - above[1]);
        add_finding(
            findings,
            {"F313 two-modes",
             metric.metric.id + ": processes fall into two groups, " +
                 fixed(100 * (found.high_center / found.low_center - 1), 1) +
                 " % apart; in the upper one " + std::to_string(above[0]) + " of " +
                 std::to_string(n) + " of " + arms[0].label + ", " + std::to_string(above[1]) +
                 " of " + arms[1].label + " (exact p " + human(p, 2) + ")" +
                 (p < .01 ? ": the arms differ in how often, not only in how fast" : ""),
             "memory layout or a mode of the processor differs from process to "
             "process; a change may be one of "
             "how often, not of how fast",
             "raise --max-pairs; look at the two groups apart"});
        break;
      }
    }
}

}  // namespace lodestone
