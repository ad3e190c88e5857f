// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/experiment.h"

#include <time.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/text.h"
#include "measure/interleave/machine_noise.h"
#include "measure/interleave/schedule.h"
#include "stats/bounds.h"
#include "sys/interrupt.h"

namespace lodestone {
namespace {

double monotonic_seconds() {
  return static_cast<double>(monotonic_ns()) * 1e-9;
}

// CLOCK_BOOTTIME goes on while the machine sleeps, CLOCK_MONOTONIC does not (clock_gettime(2)).
double slept_seconds() {
  timespec boot{}, plain{};
  clock_gettime(CLOCK_MONOTONIC, &plain);
  clock_gettime(CLOCK_BOOTTIME, &boot);
  return static_cast<double>(boot.tv_sec - plain.tv_sec) +
         static_cast<double>(boot.tv_nsec - plain.tv_nsec) * 1e-9;
}

class Loop {
 public:
  Loop(const std::vector<std::unique_ptr<Subject>>& subjects, const Arms& arms,
       ArmSwitch& arm_switch, const ExperimentOptions& options)
      : subjects_(subjects),
        arms_(arms),
        switch_(arm_switch),
        options_(options),
        schedule_(subjects.size(), options.seed),
        active_(subjects.size(), true),
        taken_(subjects.size()) {
    if (!options_.now) options_.now = monotonic_seconds;
    if (!options_.suspended) options_.suspended = slept_seconds;
    result_.subjects.resize(subjects.size());
  }

  Result<Experiment> run() {
    const double start = options_.now();
    double pair_seconds = 0;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      LODESTONE_TRY(prepare(i));
      if (active_[i]) pair_seconds += 2 * result_.subjects[i].process_seconds;
    }
    const double spent = options_.now() - start;
    plan(options_.budget_seconds - spent, pair_seconds);
    if (result_.planned_pairs > 0 && !result_.interrupted) LODESTONE_TRY(measure(start));
    conclude();
    result_.seconds = options_.now() - start;
    return std::move(result_);
  }

 private:
  Result<void> prepare(size_t i) {
    auto& record = result_.subjects[i];
    record.pairs.resize(subjects_[i]->metrics.size());
    if (result_.interrupted) {
      active_[i] = false;
      return {};
    }
    LODESTONE_TRY(switch_.enter(0));
    auto seconds = subjects_[i]->prepare(arms_[0]);
    LODESTONE_TRY(switch_.leave(0));
    for (const auto& finding : subjects_[i]->findings) add_finding(result_.findings, finding);
    if (seconds) {
      record.process_seconds = *seconds;
      return {};
    }
    active_[i] = false;
    if (seconds.error().code == ErrorCode::interrupted) {
      result_.interrupted = true;
      return {};
    }
    record.error =
        seconds.error().what + (seconds.error().why.empty() ? "" : ": " + seconds.error().why);
    record.error_side = 0;
    result_.failed = true;
    // Does the other arm fail, too?
    LODESTONE_TRY(switch_.enter(1));
    auto other = subjects_[i]->prepare(arms_[1]);
    LODESTONE_TRY(switch_.leave(1));
    if (!other) record.error_side = other.error().code == ErrorCode::interrupted ? 0 : 2;
    return {};
  }

  void plan(double budget, double pair_seconds) {
    if (std::none_of(active_.begin(), active_.end(), [](bool on) { return on; })) return;
    double fits = options_.until_decided ? 1e9 : budget / std::max(pair_seconds, 1e-9);
    auto most = static_cast<int>(std::min(fits, static_cast<double>(options_.most_pairs)));
    if (options_.until_decided) most = 1 << 20;
    if (most < 1) {
      result_.budget_too_short = true;
      add_finding(
          result_.findings,
          {"F305 budget-too-short",
           "the budget of " + human(options_.budget_seconds, 3) + " s is shorter than one pair",
           "one pair takes " + human(pair_seconds, 3) + " s beside the preparation",
           "give a larger --budget; eight pairs are the least for a robust interval"});
      return;
    }
    // Whole blocks only, so that both orders are equally frequent.
    if (most >= 2) most -= most % 2;
    result_.planned_pairs = most;
    looks_ = options_.single_look ? std::vector<int>{most} : stats::usual_looks(most);
    // Computed now: no work of ours between the processes later.
    planned_ = *stats::Looks::plan(looks_, most);
    planned_->bounds(options_.rules.alpha);
    if (!options_.until_decided) planned_->level_of(2, 0);
    if (most < 8)
      add_finding(
          result_.findings,
          {"F306 few-pairs",
           "the budget holds " + std::to_string(most) + " pairs a subject, fewer than eight",
           "the interval rests on blocks of two pairs and is wide", "give a larger --budget"});
  }

  Result<void> measure(double start) {
    const double measuring = options_.now();
    for (int done = 0; done < result_.planned_pairs;) {
      for (size_t i : schedule_.round(active_)) {
        LODESTONE_TRY(pair(i));
        if (result_.interrupted) return {};
        if (options_.progress) {
          Progress progress;
          for (const auto& record : result_.subjects)
            progress.pairs += record.pairs.empty() ? 0 : record.pairs.front().size();
          progress.active = static_cast<size_t>(std::count(active_.begin(), active_.end(), true));
          progress.subjects = subjects_.size();
          progress.seconds = options_.now() - measuring;
          progress.budget_seconds = options_.until_decided ? 0 : options_.budget_seconds;
          options_.progress(progress);
        }
      }
      ++done;
      bool due = std::find(looks_.begin(), looks_.end(), done) != looks_.end();
      // Past the usual schedule a look every tenth of the way, for open-ended runs.
      if (options_.until_decided && done > 96) due = done % (2 * std::max(1, done / 20)) == 0;
      if (due) look();
      if (std::none_of(active_.begin(), active_.end(), [](bool on) { return on; })) return {};
      // Slower than the estimate: the budget holds, at the end of a block.
      if (!options_.until_decided && done % 2 == 0 &&
          options_.now() - start > options_.budget_seconds)
        return {};
    }
    return {};
  }

  Result<Observation> process(size_t i, int side) {
    LODESTONE_TRY(switch_.enter(side));
    const auto before = machine_noise();
    auto observed =
        subjects_[i]->measure(arms_[static_cast<size_t>(side)], side, {schedule_.padding()});
    const auto after = machine_noise();
    LODESTONE_TRY(switch_.leave(side));
    if (observed) note_difference(before, after, observed->pass.values);
    return observed;
  }

  Result<void> pair(size_t i) {
    auto& record = result_.subjects[i];
    const bool base_first = schedule_.base_first(i);
    const auto number = static_cast<int>(record.seconds.size());
    const double slept = options_.suspended();
    std::array<Observation, 2> sides;
    for (int slot = 0; slot < 2; ++slot) {
      const int side = (slot == 0) == base_first ? 0 : 1;
      auto observed = process(i, side);
      if (!observed) {
        if (observed.error().code == ErrorCode::interrupted) {
          result_.interrupted = true;
          return {};
        }
        return tl::unexpected<Error>(observed.error());
      }
      Pass& pass = observed->pass;
      pass.arm = arms_[static_cast<size_t>(side)].label;
      pass.block = number / 2;
      pass.process = number;
      if (options_.finished) LODESTONE_TRY(options_.finished(pass, side));
      if (observed->error.empty())
        for (const auto& metric : subjects_[i]->metrics) {
          auto value = observed->values.find(metric.metric.id);
          if (value != observed->values.end() && !std::isfinite(value->second))
            observed->error = metric.metric.id + " is not a finite number";
        }
      sides[static_cast<size_t>(side)] = std::move(*observed);
    }
    if (options_.suspended() - slept > 1e-3) {
      add_finding(
          result_.findings,
          {"F307 suspended", "the machine was suspended during a pair; that pair is left out",
           "clocks, caches and frequencies are not comparable across a sleep", ""});
      return {};
    }
    bool failed[2] = {!sides[0].error.empty(), !sides[1].error.empty()};
    if (failed[0] || failed[1]) {
      record.error_side = failed[0] && failed[1] ? 2 : failed[0] ? 0 : 1;
      record.error = sides[failed[0] ? 0 : 1].error;
      result_.failed = true;
      active_[i] = false;
      return {};
    }
    for (size_t m = 0; m < subjects_[i]->metrics.size(); ++m) {
      const std::string& id = subjects_[i]->metrics[m].metric.id;
      auto a = sides[0].values.find(id), b = sides[1].values.find(id);
      if (a != sides[0].values.end() && b != sides[1].values.end())
        record.pairs[m].push_back({a->second, b->second, base_first});
    }
    std::vector<double> logs;
    for (const Copy& copy : sides[0].pass.copies)
      for (const Window& window : copy.windows)
        if (window.operations > 0 && window.ticks_ns > 0)
          logs.push_back(std::log(static_cast<double>(window.ticks_ns) /
                                  static_cast<double>(window.operations)));
    if (logs.size() > 1) record.window_logs.push_back(std::move(logs));
    record.seconds.emplace_back(sides[0].pass.elapsed_seconds, sides[1].pass.elapsed_seconds);
    record.measured_seconds += sides[0].pass.elapsed_seconds + sides[1].pass.elapsed_seconds;
    return {};
  }

  // The evidence of all rows at the pairs measured so far.
  std::vector<Evidence> weigh_all() {
    std::vector<Evidence> evidence;
    owners_.clear();
    for (size_t i = 0; i < subjects_.size(); ++i) {
      const Subject& subject = *subjects_[i];
      const auto& record = result_.subjects[i];
      for (size_t m = 0; m < subject.metrics.size(); ++m) {
        const bool explanation = subject.metrics[m].family == Family::explanation;
        if (explanation && record.pairs[m].empty()) continue;
        const auto looks = looks_for(i);
        auto item = weigh_pairs(subject.describe(subject.metrics[m]), record.pairs[m], looks.first,
                                looks.second, options_.rules);
        item.row.family = subject.metrics[m].family;
        if (options_.until_decided) item.open_ended = record.pairs[m].size();
        if (!record.error.empty())
          item.row.note =
              std::string("failed in ") +
              (record.error_side == 2
                   ? "both arms"
                   : "arm " + arms_[static_cast<size_t>(std::max(0, record.error_side))].label);
        evidence.push_back(std::move(item));
        owners_.push_back(i);
      }
    }
    return evidence;
  }

  // The looks that subject i has had, the present one last.
  std::pair<stats::Looks, size_t> looks_for(size_t i) {
    auto counts = taken_[i];
    const auto pairs = static_cast<int>(result_.subjects[i].seconds.size());
    if (counts.empty() || counts.back() < pairs) counts.push_back(std::max(pairs, 1));
    // The bounds of a look do not depend on later ones: the planned schedule serves while it is kept.
    if (planned_ && counts.size() <= looks_.size() &&
        std::equal(counts.begin(), counts.end(), looks_.begin()))
      return {*planned_, counts.size() - 1};
    const int most = std::max(result_.planned_pairs, counts.back());
    // Every look that was planned up to here spends its error, taken or not: a subject that lost a
    // pair looks late.
    for (auto& known : plans_)
      if (known.first == counts) return {known.second, counts.size() - 1};
    auto looks = *stats::Looks::plan(counts, most);
    plans_.emplace_back(counts, looks);
    return {looks, counts.size() - 1};
  }

  void look() {
    auto evidence = weigh_all();
    std::vector<Finding> ignored;
    auto rows = settle(evidence, options_.rules, ignored);
    std::vector<bool> open(subjects_.size(), false);
    for (size_t k = 0; k < rows.size(); ++k)
      if (rows[k].family == Family::headline && rows[k].verdict == Verdict::undecided)
        open[owners_[k]] = true;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      auto& record = result_.subjects[i];
      const auto pairs = static_cast<int>(record.seconds.size());
      if (active_[i] && pairs > 0 && (taken_[i].empty() || taken_[i].back() < pairs))
        taken_[i].push_back(pairs);
      // A claim that the family no longer carries is measured on.
      active_[i] = open[i] && record.error.empty();
      record.decided = !open[i];
    }
  }

  void conclude() {
    result_.evidence = weigh_all();
    result_.rows = settle(result_.evidence, options_.rules, result_.findings);
    for (size_t i = 0; i < subjects_.size(); ++i) {
      const auto& record = result_.subjects[i];
      if (record.error.empty()) continue;
      const char* where = record.error_side == 2 ? "both arms" : nullptr;
      add_finding(
          result_.findings,
          {"F308 process-failed",
           subjects_[i]->name + " failed in " +
               (where ? where
                      : "arm " + arms_[static_cast<size_t>(std::max(0, record.error_side))].label +
                            " only"),
           record.error, ""});
    }
    for (const auto& finding : switch_.findings()) add_finding(result_.findings, finding);
  }

  const std::vector<std::unique_ptr<Subject>>& subjects_;
  const Arms& arms_;
  ArmSwitch& switch_;
  ExperimentOptions options_;
  Schedule schedule_;
  std::vector<bool> active_;
  std::vector<std::vector<int>> taken_;  // looks of each subject, in pairs
  std::vector<int> looks_;
  std::optional<stats::Looks> planned_;
  std::vector<std::pair<std::vector<int>, stats::Looks>> plans_;
  std::vector<size_t> owners_;
  Experiment result_;
};

}  // namespace

Result<Experiment> run_experiment(const std::vector<std::unique_ptr<Subject>>& subjects,
                                  const Arms& arms, ArmSwitch& arm_switch,
                                  const ExperimentOptions& options) {
  return Loop(subjects, arms, arm_switch, options).run();
}

}  // namespace lodestone
