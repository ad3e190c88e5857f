// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/experiment.h"

#include <time.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/text.h"
#include "measure/interleave/instrumented_pairs.h"
#include "measure/interleave/look_book.h"
#include "measure/interleave/machine_noise.h"
#include "measure/interleave/schedule.h"
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
        schedule_(subjects.size(), options.seed, common_cpus(arms)),
        active_(subjects.size(), true),
        pair_seconds_(subjects.size(), 0),
        looks_(subjects.size()),
        instrumented_(subjects, options.instrumented_pairs) {
    if (!options_.now) options_.now = monotonic_seconds;
    if (!options_.suspended) options_.suspended = slept_seconds;
    result_.subjects.resize(subjects.size());
  }

  Result<Experiment> run() {
    const double begin = options_.now();
    start_ = begin - options_.spent_seconds;
    // Both arms can be put into force, or nothing is measured.
    for (int side : {1, 0}) {
      LODESTONE_TRY(switch_.enter(side));
      LODESTONE_TRY(switch_.leave(side));
    }
    double all = 0;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      LODESTONE_TRY(prepare(i));
      if (active_[i]) all += pair_seconds_[i];
    }
    if (options_.instruments) reserve_ = instrumented_.reserve(options_.budget_seconds, all);
    plan(remaining() - reserve_, all);
    if (result_.planned_pairs > 0 && !result_.interrupted) measure();
    reserve_ = 0;
    if (options_.instruments && !stopped_ && !result_.interrupted) measure_with_instruments();
    conclude();
    result_.seconds = options_.now() - begin;
    return std::move(result_);
  }

 private:
  // What is left of the budget. A clock that was set back (none should be) gives no more than all.
  double remaining() const {
    if (options_.until_decided) return INFINITY;
    return std::min(options_.budget_seconds, options_.budget_seconds - (options_.now() - start_));
  }

  // Calls `work` of subject i with the subject's time limit cut to the rest of the budget. Tells
  // whether the budget, not the subject, ended it.
  template <typename Work>
  auto within_budget(size_t i, bool& ended_by_budget, Work work) {
    Subject& subject = *subjects_[i];
    const double own = subject.timeout_seconds, left = remaining();
    const bool cut = std::isfinite(left) && (own <= 0 || left < own);
    if (cut) subject.timeout_seconds = std::max(left, .001);
    const double begin = options_.now();
    auto result = work(subject);
    subject.timeout_seconds = own;
    ended_by_budget = cut && options_.now() - begin >= left;
    return result;
  }

  Result<void> prepare(size_t i) {
    auto& record = result_.subjects[i];
    record.pairs.resize(subjects_[i]->metrics.size());
    active_[i] = false;
    if (result_.interrupted) return {};
    double sum = 0;
    const int arms = subjects_[i]->prepares_each_arm ? 2 : 1;
    for (int side = 0; side < arms; ++side) {
      if (remaining() <= 0) return {};
      bool over = false;
      Result<double> seconds = 0.0;
      LODESTONE_TRY(prepare_arm(i, side, seconds, over));
      if (!seconds) {
        if (seconds.error().code == ErrorCode::interrupted) {
          result_.interrupted = true;
          return {};
        }
        if (over) return {};  // plan() says that the budget is too short
        record.error =
            seconds.error().what + (seconds.error().why.empty() ? "" : ": " + seconds.error().why);
        record.error_side = side;
        result_.failed = true;
        if (side == 1) return {};
        // Does the other arm fail, too?
        Result<double> other = 0.0;
        LODESTONE_TRY(prepare_arm(i, 1, other, over));
        if (!other && other.error().code != ErrorCode::interrupted && !over) record.error_side = 2;
        return {};
      }
      sum += *seconds;
    }
    record.process_seconds = sum / arms;
    pair_seconds_[i] = 2 * record.process_seconds;
    active_[i] = true;
    return {};
  }

  // `seconds` holds the subject's own error; the arm's is returned.
  Result<void> prepare_arm(size_t i, int side, Result<double>& seconds, bool& over) {
    LODESTONE_TRY(switch_.enter(side));
    seconds = within_budget(i, over, [&](Subject& subject) {
      return subject.prepare(arms_[static_cast<size_t>(side)]);
    });
    LODESTONE_TRY(switch_.leave(side));
    for (const auto& finding : subjects_[i]->findings) add_finding(result_.findings, finding);
    return {};
  }

  void plan(double budget, double pair_seconds) {
    const bool any = std::any_of(active_.begin(), active_.end(), [](bool on) { return on; });
    const bool cut = !result_.interrupted && unprepared();
    if (!any && !cut) return;
    const double fits = budget / std::max(pair_seconds, 1e-9);
    int most =
        options_.until_decided
            ? 1 << 20
            : static_cast<int>(std::clamp(fits, 0.0, static_cast<double>(options_.most_pairs)));
    if (most < 1 || cut) {
      result_.budget_too_short = true;
      add_finding(
          result_.findings,
          {"F305 budget-too-short",
           "the budget of " + human(options_.budget_seconds, 3) + " s is shorter than one pair",
           cut ? "it ended while the processes were tried"
               : "one pair takes " + human(pair_seconds, 3) + " s beside the preparation",
           "give a larger --budget; eight pairs are the least for a robust interval"});
      return;
    }
    // Whole blocks only, so that both orders are equally frequent.
    if (most >= 2) most -= most % 2;
    result_.planned_pairs = most;
    looks_.plan(most, options_.single_look, options_.until_decided, options_.rules.alpha);
    if (most < 8)
      add_finding(
          result_.findings,
          {"F306 few-pairs",
           "the budget holds " + std::to_string(most) + " pairs a subject, fewer than eight",
           "the interval rests on blocks of two pairs and is wide", "give a larger --budget"});
  }

  // Did the budget end before some subject was ready?
  bool unprepared() const {
    for (size_t i = 0; i < subjects_.size(); ++i)
      if (!active_[i] && result_.subjects[i].error.empty()) return true;
    return false;
  }

  void measure() {
    const double measuring = options_.now();
    for (int done = 0; done < result_.planned_pairs;) {
      for (size_t i : schedule_.round(active_)) {
        // Slower than the estimate: a pair that does not fit is not begun.
        if (remaining() - reserve_ < pair_seconds_[i]) {
          active_[i] = false;
          continue;
        }
        const double begin = options_.now();
        pair(i);
        if (stopped_ || result_.interrupted) return;
        const auto& seconds = result_.subjects[i].seconds;
        if (const auto n = static_cast<double>(seconds.size()); n > 0)
          pair_seconds_[i] += (options_.now() - begin - pair_seconds_[i]) / n;
        tell_progress(measuring);
      }
      ++done;
      if (looks_.due(done)) look();
      if (std::none_of(active_.begin(), active_.end(), [](bool on) { return on; })) return;
    }
  }

  void tell_progress(double measuring) const {
    if (!options_.progress) return;
    ExperimentProgress progress;
    for (const auto& record : result_.subjects)
      progress.pairs += record.pairs.empty() ? 0 : record.pairs.front().size();
    progress.active = static_cast<size_t>(std::count(active_.begin(), active_.end(), true));
    progress.subjects = subjects_.size();
    progress.seconds = options_.now() - measuring;
    progress.budget_seconds = options_.until_decided ? 0 : options_.budget_seconds;
    options_.progress(progress);
  }

  // No more processes: something other than a subject failed. What was measured stands.
  void stop(const Error& error) {
    stopped_ = true;
    result_.failed = true;
    add_finding(result_.findings,
                {"F314 stopped-early", "measuring ended before its time: " + error.what, error.why,
                 error.hint.empty() ? "what was measured until then is judged" : error.hint});
  }

  Result<Observation> process(size_t i, int side, std::optional<int> begin_on, bool& over,
                              Instruments* instruments) {
    LODESTONE_TRY(switch_.enter(side));
    const auto before = machine_noise();
    auto observed = within_budget(i, over, [&](Subject& subject) {
      return subject.measure(arms_[static_cast<size_t>(side)], side,
                             {{schedule_.padding()}, begin_on, instruments});
    });
    const auto after = machine_noise();
    LODESTONE_TRY(switch_.leave(side));
    if (observed) note_difference(before, after, observed->pass.values);
    return observed;
  }

  // Both processes of a pair, told and recorded. Nothing if the pair is not whole: interrupted,
  // stopped, or ended by the budget.
  std::optional<std::array<Observation, 2>> both(size_t i, bool base_first, int number,
                                                 Instruments* instruments = nullptr) {
    const auto begin_on = schedule_.begin_on(i);
    std::array<Observation, 2> sides;
    for (int slot = 0; slot < 2; ++slot) {
      const int side = (slot == 0) == base_first ? 0 : 1;
      bool over = false;
      auto observed = process(i, side, begin_on, over, instruments);
      if (!observed) {
        if (observed.error().code == ErrorCode::interrupted)
          result_.interrupted = true;
        else
          stop(observed.error());
        return std::nullopt;
      }
      if (over && !observed->error.empty()) return std::nullopt;
      Pass& pass = observed->pass;
      pass.arm = arms_[static_cast<size_t>(side)].label;
      pass.block = number / 2;
      pass.process = 2 * number + slot;
      if (options_.finished)
        if (auto kept = options_.finished(pass, side); !kept) {
          stop(kept.error());
          return std::nullopt;
        }
      sides[static_cast<size_t>(side)] = std::move(*observed);
    }
    return sides;
  }

  void pair(size_t i) {
    const bool base_first = schedule_.base_first(i);
    const double slept = options_.suspended();
    auto sides = both(i, base_first, static_cast<int>(result_.subjects[i].seconds.size()));
    if (!sides) {
      if (!stopped_ && !result_.interrupted) active_[i] = false;
      return;
    }
    for (Observation& side : *sides)
      if (side.error.empty())
        for (const auto& metric : subjects_[i]->metrics) {
          auto value = side.values.find(metric.metric.id);
          if (value != side.values.end() && !std::isfinite(value->second))
            side.error = metric.metric.id + " is not a finite number";
        }
    if (options_.suspended() - slept > 1e-3) {
      add_finding(
          result_.findings,
          {"F307 suspended", "the machine was suspended during a pair; that pair is left out",
           "clocks, caches and frequencies are not comparable across a sleep", ""});
      return;
    }
    keep(i, *sides, base_first);
  }

  void keep(size_t i, const std::array<Observation, 2>& sides, bool base_first) {
    auto& record = result_.subjects[i];
    bool failed[2] = {!sides[0].error.empty(), !sides[1].error.empty()};
    if (failed[0] || failed[1]) {
      record.error_side = failed[0] && failed[1] ? 2 : failed[0] ? 0 : 1;
      record.error = sides[failed[0] ? 0 : 1].error;
      result_.failed = true;
      active_[i] = false;
      return;
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
    if (options_.instruments)
      for (const Observation& side : sides) instrumented_.note_scored(i, side.pass);
    record.seconds.emplace_back(sides[0].pass.elapsed_seconds, sides[1].pass.elapsed_seconds);
    record.measured_seconds += sides[0].pass.elapsed_seconds + sides[1].pass.elapsed_seconds;
  }

  // Behind the scored pairs; the subjects take turns, as before.
  void measure_with_instruments() {
    std::vector<bool> wanted(subjects_.size());
    for (size_t i = 0; i < subjects_.size(); ++i)
      wanted[i] = result_.subjects[i].error.empty() && !result_.subjects[i].seconds.empty();
    instrumented_.begin(options_.rules.alpha);
    for (int number = 0; number < options_.instrumented_pairs; ++number)
      for (size_t i : schedule_.round(wanted)) {
        wanted[i] =
            remaining() >= InstrumentedPairs::cost * pair_seconds_[i] && instrumented_pair(i);
        if (stopped_ || result_.interrupted) return;
      }
    instrumented_.conclude(result_.subjects, result_.findings);
  }

  // False: this subject has no more of them.
  bool instrumented_pair(size_t i) {
    const bool base_first = schedule_.base_first(i);
    auto& record = result_.subjects[i];
    const auto sides =
        both(i, base_first, static_cast<int>(record.seconds.size()) + record.instrumented_pairs,
             options_.instruments);
    return sides && instrumented_.keep(i, *sides, base_first, record, result_.findings);
  }

  // The evidence of all rows at the pairs measured so far.
  std::vector<Evidence> weigh_all() {
    std::vector<Evidence> evidence;
    result_.origins.clear();
    for (size_t i = 0; i < subjects_.size(); ++i) {
      const Subject& subject = *subjects_[i];
      const auto& record = result_.subjects[i];
      for (size_t m = 0; m < subject.metrics.size(); ++m) {
        const bool explanation = subject.metrics[m].family == Family::explanation;
        if (explanation && record.pairs[m].empty()) continue;
        const bool instrumented = instrumented_.found(i, m);
        const auto looks =
            instrumented
                ? instrumented_.looks().present(i, static_cast<int>(record.pairs[m].size()))
                : looks_.present(i, static_cast<int>(record.seconds.size()));
        auto item = weigh_pairs(subject.describe(subject.metrics[m]), record.pairs[m], looks.first,
                                looks.second, options_.rules);
        item.row.family = subject.metrics[m].family;
        if (options_.until_decided && !instrumented) item.open_ended = record.pairs[m].size();
        if (!record.error.empty())
          item.row.note =
              std::string("failed in ") +
              (record.error_side == 2
                   ? "both arms"
                   : "arm " + arms_[static_cast<size_t>(std::max(0, record.error_side))].label);
        evidence.push_back(std::move(item));
        result_.origins.push_back({i, m});
      }
    }
    return evidence;
  }

  void look() {
    auto evidence = weigh_all();
    std::vector<Finding> ignored;
    auto rows = settle(evidence, options_.rules, ignored);
    std::vector<bool> open(subjects_.size(), false);
    for (size_t k = 0; k < rows.size(); ++k)
      if (rows[k].family == Family::headline && rows[k].verdict == Verdict::undecided)
        open[result_.origins[k].subject] = true;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      auto& record = result_.subjects[i];
      if (active_[i]) looks_.note(i, static_cast<int>(record.seconds.size()));
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
  std::vector<double> pair_seconds_;  // wall time of one pair, estimated, then measured
  LookBook looks_;
  InstrumentedPairs instrumented_;
  double reserve_ = 0;  // seconds of the budget kept for pairs with instruments
  double start_ = 0;
  bool stopped_ = false;
  Experiment result_;
};

}  // namespace

Result<Experiment> run_experiment(const std::vector<std::unique_ptr<Subject>>& subjects,
                                  const Arms& arms, ArmSwitch& arm_switch,
                                  const ExperimentOptions& options) {
  return Loop(subjects, arms, arm_switch, options).run();
}

}  // namespace lodestone
