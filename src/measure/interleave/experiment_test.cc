// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/experiment.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "base/rng.h"
#include "measure/instruments.h"
#include "measure/interleave/schedule.h"
#include "sys/cpus.h"

namespace lodestone {
namespace {

// A subject whose times are made up; its clock is the test's.
class FakeSubject : public Subject {
 public:
  FakeSubject(std::string id, double effect, double sd, double& clock, uint64_t seed)
      : effect_(effect), sd_(sd), clock_(clock), rng_(seed) {
    name = id;
    metrics.push_back({{id + ".time", "", "s", Better::lower, Kind::time}, Family::headline});
  }
  Result<double> prepare(const Arm& arm) override {
    const int side = arm.label == "new";
    if (!run_for(seconds_of(side)))
      return fail(ErrorCode::failed, "it cannot run", "still running");
    if (broken_side == side) return fail(ErrorCode::failed, "it cannot run", "exit status 3");
    return seconds_of(side);
  }
  Result<Observation> measure(const Arm&, int side, const FreshProcess& process) override {
    const double seconds = processes == stalls_at ? 1e4 : seconds_of(side);
    if (++processes == interrupted_at) return fail(ErrorCode::interrupted, "interrupted");
    Observation observation;
    observation.pass.workload = name;
    observation.pass.elapsed_seconds = seconds;
    observation.pass.copies.push_back({.operations = 1000, .seconds = seconds});
    if (process.instruments) {
      ++instrumented;
      observation.pass.values = {{"instrumented", 1},
                                 {"perf.instructions:k", side ? 71000. : 70000.},
                                 {"time.minor_page_faults", 5},
                                 {"steal", 3}};
    }
    if (!run_for(seconds)) {
      observation.error = "still running";
      return observation;
    }
    if (side == broken_side) {
      observation.error = "exit status 3";
      return observation;
    }
    drift_ = .8 * drift_ + .01 * rng_.normal();
    observation.values[name + ".time"] =
        gives_nan ? NAN
                  : std::exp(drift_ + (side ? effect_ : 0) + sd_ / std::sqrt(2.0) * rng_.normal());
    return observation;
  }
  double process_seconds = .05, new_seconds = 0;
  int interrupted_at = -1, stalls_at = -1;
  int broken_side = -1;
  int processes = 0, instrumented = 0;
  bool gives_nan = false;

 private:
  double seconds_of(int side) const {
    return side && new_seconds > 0 ? new_seconds : process_seconds;
  }
  // Ended by the time limit: false.
  bool run_for(double seconds) {
    const bool done = timeout_seconds <= 0 || seconds <= timeout_seconds;
    clock_ += done ? seconds : timeout_seconds;
    return done;
  }
  double effect_, sd_;
  double& clock_;
  Rng rng_;
  double drift_ = 0;
};

struct Bench {
  Bench() {
    char folder[] = "/tmp/lodestone-test-XXXXXX";
    state = mkdtemp(folder);
    arms[0].label = "base";
    arms[1].label = "new";
    options.now = [this] { return clock; };
    options.suspended = [] { return 0.0; };
  }
  ~Bench() { std::filesystem::remove_all(state); }
  FakeSubject& add(std::string id, double effect, double sd) {
    auto subject = std::make_unique<FakeSubject>(id, effect, sd, clock, 77 + subjects.size());
    auto& reference = *subject;
    subjects.push_back(std::move(subject));
    return reference;
  }
  Experiment run() {
    auto arm_switch = ArmSwitch::open(arms, state);
    EXPECT_TRUE(arm_switch);
    auto result = run_experiment(subjects, arms, *arm_switch, options);
    EXPECT_TRUE(result);
    return std::move(*result);
  }
  double clock = 0;
  std::string state;
  Arms arms;
  ExperimentOptions options;
  std::vector<std::unique_ptr<Subject>> subjects;
};

bool has(const Experiment& experiment, const std::string& code) {
  for (const auto& finding : experiment.findings)
    if (finding.code.starts_with(code)) return true;
  return false;
}

TEST(Experiment, StopsEachSubjectAsSoonAsItsAnswerIsKnown) {
  Bench bench;
  auto& slower = bench.add("slow", .05, .01);
  auto& same = bench.add("same", 0, .004);
  auto experiment = bench.run();
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::slower);
  EXPECT_EQ(experiment.rows[1].verdict, Verdict::same);
  EXPECT_LT(slower.processes, 2 * 40);
  EXPECT_LT(same.processes, 2 * 60);
  EXPECT_TRUE(experiment.subjects[0].decided);
  EXPECT_LT(experiment.seconds, 20);
}

TEST(Experiment, CountersHavePairsOfTheirOwnThatDoNotScore) {
  auto instruments = Instruments::create(Root(), {"", "time", {}});
  ASSERT_TRUE(instruments);
  Bench bench;
  bench.options.instruments = &*instruments;
  auto& subject = bench.add("slow", .05, .01);
  size_t passes = 0;
  bench.options.finished = [&](const Pass&, int) -> Result<void> {
    ++passes;
    return {};
  };
  const auto experiment = bench.run();
  EXPECT_EQ(subject.instrumented, 16);
  EXPECT_EQ(passes, static_cast<size_t>(subject.processes));
  EXPECT_EQ(experiment.subjects[0].pairs[0].size() * 2 + 16,
            static_cast<size_t>(subject.processes));
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::slower);
  const ComparisonRow* count = nullptr;
  for (const ComparisonRow& row : experiment.rows) {
    EXPECT_NE(row.metric.id, "steal");
    if (row.metric.id == "slow.instructions.kernel") count = &row;
  }
  ASSERT_TRUE(count);
  EXPECT_EQ(count->family, Family::explanation);
  EXPECT_NEAR(*count->base.center, 70, 1e-9);
  EXPECT_NEAR(*count->new_.center, 71, 1e-9);
  EXPECT_TRUE(has(experiment, "F510"));
  EXPECT_FALSE(has(experiment, "F512"));
}

TEST(Experiment, ABudgetThatEndsLeavesFewerPairsForCounters) {
  auto instruments = Instruments::create(Root(), {"", "time", {}});
  ASSERT_TRUE(instruments);
  Bench bench;
  bench.options.instruments = &*instruments;
  bench.options.budget_seconds = 3;
  auto& subject = bench.add("noisy", 0, .2);
  const auto experiment = bench.run();
  EXPECT_LE(bench.clock, 3.0 + .2);
  EXPECT_GT(subject.instrumented, 0);
  EXPECT_EQ(has(experiment, "F512"), subject.instrumented < 16);
}

TEST(Experiment, TheBudgetSetsTheMostPairsAndHolds) {
  Bench bench;
  bench.options.budget_seconds = 3;
  bench.add("noisy", 0, .2);
  auto experiment = bench.run();
  EXPECT_LE(experiment.planned_pairs, 30);
  EXPECT_EQ(experiment.planned_pairs % 2, 0);
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::undecided);
  EXPECT_TRUE(experiment.rows[0].minimum_detectable_percent);
  EXPECT_LE(experiment.seconds, 3.5);
}

TEST(Experiment, ABudgetShorterThanOnePairSaysSo) {
  Bench bench;
  bench.options.budget_seconds = 1;
  bench.add("long", 0, .01).process_seconds = 600;
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.budget_too_short);
  EXPECT_TRUE(has(experiment, "F305"));
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::undecided);
  EXPECT_TRUE(experiment.subjects[0].seconds.empty());
}

TEST(Experiment, AFailureInOneArmIsNamedAndStopsThatSubjectOnly) {
  Bench bench;
  auto& bad = bench.add("bad", 0, .01);
  bad.broken_side = 1;
  bench.add("good", .1, .01);
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.failed);
  EXPECT_EQ(experiment.subjects[0].error_side, 1);
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::undecided);
  EXPECT_EQ(experiment.rows[0].note, "failed in arm new");
  EXPECT_EQ(experiment.rows[1].verdict, Verdict::slower);
  EXPECT_TRUE(has(experiment, "F308"));
}

TEST(Experiment, AFailureFromTheStart) {
  Bench bench;
  bench.add("bad", 0, .01).broken_side = 0;
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.failed);
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::undecided);
}

TEST(Experiment, NotANumberIsAFailure) {
  Bench bench;
  bench.add("nan", 0, .01).gives_nan = true;
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.failed);
  EXPECT_NE(experiment.subjects[0].error.find("not a finite number"), std::string::npos);
}

TEST(Experiment, PairsAcrossASleepAreLeftOut) {
  Bench bench;
  double slept = 0;
  int calls = 0;
  bench.options.suspended = [&] { return ++calls == 8 ? slept += 100 : slept; };
  bench.add("x", .1, .01);
  auto experiment = bench.run();
  EXPECT_TRUE(has(experiment, "F307"));
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::slower);
}

TEST(Experiment, EqualArmsAreSeldomCalledDifferent) {
  int changes = 0, same = 0;
  const int trials = 60;
  for (int i = 0; i < trials; ++i) {
    Bench bench;
    bench.options.seed = static_cast<uint64_t>(i) + 1;
    auto subject = std::make_unique<FakeSubject>("x", 0, .01, bench.clock, 1000 + i);
    bench.subjects.push_back(std::move(subject));
    auto experiment = bench.run();
    changes += is_change(experiment.rows[0].verdict);
    same += experiment.rows[0].verdict == Verdict::same;
  }
  EXPECT_LE(changes, 4);
  EXPECT_GE(same, trials * 8 / 10);
}

TEST(Experiment, UntilDecidedGoesPastTheBudget) {
  Bench bench;
  bench.options.until_decided = true;
  bench.options.budget_seconds = .1;
  bench.add("x", .03, .03);
  auto experiment = bench.run();
  EXPECT_EQ(experiment.rows[0].verdict, Verdict::slower);
}

TEST(Experiment, TheSlowerArmCountsInTheEstimate) {
  Bench bench;
  bench.options.budget_seconds = 20;
  auto& subject = bench.add("x", 0, .3);
  subject.new_seconds = 1;
  subject.prepares_each_arm = true;
  auto experiment = bench.run();
  EXPECT_EQ(experiment.planned_pairs, 18);
  EXPECT_LE(experiment.seconds, 20);
}

TEST(Experiment, AnEstimateThatWasTooLowDoesNotBreakTheBudget) {
  Bench bench;
  bench.options.budget_seconds = 10;
  bench.add("x", 0, .3).new_seconds = 2;  // prepared in the fast arm alone
  bench.add("y", 0, .3);
  auto experiment = bench.run();
  EXPECT_GT(experiment.planned_pairs, 20);
  EXPECT_LE(experiment.seconds, 10 + 1e-9);
  EXPECT_GE(experiment.subjects[0].seconds.size(), 3u);
  EXPECT_GT(experiment.subjects[1].seconds.size(), experiment.subjects[0].seconds.size());
}

TEST(Experiment, AProcessThatOutlastsTheBudgetIsEndedAndIsNoFailure) {
  Bench bench;
  bench.options.budget_seconds = 10;
  auto& subject = bench.add("x", .2, .01);
  subject.stalls_at = 11;
  auto experiment = bench.run();
  EXPECT_FALSE(experiment.failed);
  EXPECT_LE(experiment.seconds, 10 + 1e-9);
  EXPECT_EQ(experiment.subjects[0].seconds.size(), 5u);
  EXPECT_TRUE(is_change(experiment.rows[0].direction));
}

TEST(Experiment, AHangIsAFailureWhereTheTimeLimitIsShorterThanTheBudget) {
  Bench bench;
  bench.options.budget_seconds = 1000;
  auto& subject = bench.add("x", .2, .01);
  subject.stalls_at = 11;
  subject.timeout_seconds = 5;
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.failed);
  EXPECT_EQ(experiment.subjects[0].error, "still running");
  EXPECT_EQ(subject.timeout_seconds, 5);
}

TEST(Experiment, WhatWasSpentBeforeCounts) {
  Bench bench;
  bench.options.budget_seconds = 10;
  bench.options.spent_seconds = 8;
  bench.add("x", 0, .3);
  auto experiment = bench.run();
  EXPECT_LE(experiment.planned_pairs, 20);
  EXPECT_LE(experiment.seconds, 2 + 1e-9);
}

TEST(Experiment, ABudgetThatEndsWhileProcessesAreTriedSaysSo) {
  Bench bench;
  bench.options.budget_seconds = 10;
  bench.add("long", 0, .01).process_seconds = 600;
  bench.add("short", 0, .01);
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.budget_too_short);
  EXPECT_FALSE(experiment.failed);
  EXPECT_LE(experiment.seconds, 10 + 1e-9);
}

TEST(Experiment, AnInterruptKeepsWhatWasMeasured) {
  Bench bench;
  bench.add("x", .2, .01).interrupted_at = 12;
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.interrupted);
  EXPECT_FALSE(experiment.failed);
  EXPECT_EQ(experiment.subjects[0].seconds.size(), 5u);  // the pair in flight is lost
  EXPECT_EQ(experiment.rows[0].counted, "5 pairs");
}

TEST(Experiment, AClockThatStepsEndsNothingForEver) {
  for (double step : {3600.0, -3600.0}) {
    Bench bench;
    int calls = 0;
    double offset = 0;
    bench.options.now = [&] {
      if (++calls == 60) offset = step;
      return bench.clock + offset;
    };
    bench.add("x", 0, .2);
    auto experiment = bench.run();
    EXPECT_LE(experiment.subjects[0].seconds.size(), 96u);
    EXPECT_GE(experiment.subjects[0].seconds.size(), 2u);
    EXPECT_EQ(experiment.rows[0].verdict, Verdict::undecided);
  }
}

TEST(Experiment, ASetupThatFailsLaterKeepsWhatWasMeasured) {
  Bench bench;
  const std::string count = bench.state + "/count";
  bench.arms[1].setup = "echo >> " + count + "; test $(wc -l < " + count + ") -lt 15";
  bench.arms[1].undo = "true";
  bench.add("x", 0, .3);
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.failed);
  EXPECT_TRUE(has(experiment, "F314"));
  // Fourteen set-ups worked: the first try of the arm, and thirteen pairs.
  EXPECT_GE(experiment.subjects[0].seconds.size(), 8u);
  EXPECT_TRUE(experiment.rows[0].interval_percent);
}

TEST(Experiment, ASetupThatFailsAtOnceMeasuresNothing) {
  Bench bench;
  bench.arms[1].setup = "exit 3";
  bench.arms[1].undo = "true";
  auto& subject = bench.add("x", .2, .01);
  auto arm_switch = ArmSwitch::open(bench.arms, bench.state);
  ASSERT_TRUE(arm_switch);
  EXPECT_FALSE(run_experiment(bench.subjects, bench.arms, *arm_switch, bench.options));
  EXPECT_EQ(subject.processes, 0);
}

TEST(Experiment, AFullDiskKeepsWhatWasMeasured) {
  Bench bench;
  int kept = 0;
  bench.options.finished = [&](const Pass&, int) -> Result<void> {
    if (++kept > 12) return fail(ErrorCode::failed, "cannot write", "no space left on device");
    return {};
  };
  bench.add("x", .2, .01);
  auto experiment = bench.run();
  EXPECT_TRUE(experiment.failed);
  EXPECT_TRUE(has(experiment, "F314"));
  EXPECT_EQ(experiment.subjects[0].seconds.size(), 6u);
}

TEST(Experiment, RowsKnowTheirSubjects) {
  Bench bench;
  bench.add("x", .2, .01);
  bench.add("y", 0, .004);
  auto experiment = bench.run();
  ASSERT_EQ(experiment.origins.size(), experiment.rows.size());
  EXPECT_EQ(experiment.origins[1].subject, 1u);
  EXPECT_EQ(experiment.rows[1].workload, "y");
}

TEST(Experiment, TheSameSeedGivesTheSameOrder) {
  for (int i = 0; i < 2; ++i) {
    Schedule a(3, 5), b(3, 5);
    std::vector<bool> active(3, true);
    EXPECT_EQ(a.round(active), b.round(active));
    EXPECT_EQ(a.base_first(1), b.base_first(1));
    EXPECT_EQ(a.padding(), b.padding());
  }
  // Nor does the number of CPUs change it.
  Schedule few(3, 5), many(3, 5, {0, 1, 2});
  for (int i = 0; i < 10; ++i) {
    many.begin_on(0);
    EXPECT_EQ(few.base_first(0), many.base_first(0));
    EXPECT_EQ(few.padding(), many.padding());
  }
  Schedule schedule(1, 9);
  for (int block = 0; block < 20; ++block) {
    bool first = schedule.base_first(0);
    EXPECT_NE(first, schedule.base_first(0));
  }
}

TEST(Experiment, BothProcessesOfAPairBeginOnOneCpuOutOfADeck) {
  Schedule schedule(2, 3, {0, 2, 4});
  for (int round = 0; round < 5; ++round) {
    std::set<int> drawn;
    for (int i = 0; i < 3; ++i) drawn.insert(*schedule.begin_on(1));
    EXPECT_EQ(drawn, (std::set<int>{0, 2, 4}));
  }
  EXPECT_EQ(Schedule(1, 3, {7}).begin_on(0), std::nullopt);
}

TEST(Experiment, ArmsThatDifferInTheirCpusBeginAnywhere) {
  EXPECT_EQ(common_cpus({}), usable_cpus(Root()).allowed);
  Arms arms;
  arms[1].cpus = {0};
  EXPECT_TRUE(common_cpus(arms).empty());
  arms[1].cpus.clear();
  arms[0].cgroup = "/a";
  EXPECT_TRUE(common_cpus(arms).empty());
}

}  // namespace
}  // namespace lodestone
