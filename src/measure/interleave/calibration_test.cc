// SPDX-License-Identifier: GPL-2.0-or-later
// What `calibrate` keeps, what later comparisons make of it, and what `power` computes from it.
#include "measure/interleave/calibration.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "base/rng.h"
#include "measure/interleave/power_plan.h"
#include "measure/interleave/record.h"
#include "stats/sample.h"

namespace lodestone {
namespace {

class AnySubject : public Subject {
 public:
  AnySubject() {
    name = "lat/x";
    metrics.push_back({{"lat/x.time", "", "us", Better::lower, Kind::time}, Family::headline});
    metrics.push_back(
        {{"lat/x.faults", "", "", Better::neutral, Kind::count}, Family::explanation});
  }
  Result<double> prepare(const Arm&) override { return .1; }
  Result<Observation> measure(const Arm&, int, const FreshProcess&) override {
    return Observation{};
  }
};

struct Place {
  Place() {
    char name[] = "/tmp/lodestone-test-XXXXXX";
    folder = mkdtemp(name);
    context.set("cpu_model", "Some CPU");
    context.set("cpus", "8");
    subjects.push_back(std::make_unique<AnySubject>());
  }
  ~Place() { std::filesystem::remove_all(folder); }
  std::string folder;
  Context context;
  std::vector<std::unique_ptr<Subject>> subjects;
};

// An A/A as the experiment leaves it.
Experiment experiment_of(const Place& place, int n, double sd, double bias = 0,
                         double second_mode = 0) {
  Rng rng(11);
  Experiment experiment;
  SubjectRecord record;
  record.pairs.resize(2);
  bool first = true;
  for (int i = 0; i < n; ++i) {
    first = i % 2 == 0 ? rng.coin() : !first;
    const double base = sd / std::sqrt(2.0) * rng.normal() + (i % 4 == 0 ? second_mode : 0);
    record.pairs[0].push_back(
        {std::exp(base), std::exp(bias + sd / std::sqrt(2.0) * rng.normal()), first});
    record.seconds.emplace_back(.05, .05);
    record.measured_seconds += .1;
    const double process = .02 * rng.normal();
    std::vector<double> windows;
    for (int w = 0; w < 20; ++w) windows.push_back(process + .01 * rng.normal());
    record.window_logs.push_back(windows);
  }
  const auto looks = *stats::Looks::plan({n}, n);
  const Subject& subject = *place.subjects[0];
  experiment.evidence.push_back(
      weigh_pairs(subject.describe(subject.metrics[0]), record.pairs[0], looks, 0, {}));
  experiment.origins.push_back({0, 0});
  std::vector<Finding> findings;
  experiment.rows = settle(experiment.evidence, {}, findings);
  experiment.subjects.push_back(std::move(record));
  return experiment;
}

TEST(Calibration, LearnsTheNoiseByLevel) {
  Place place;
  Calibration calibration;
  learn(calibration, place.subjects, experiment_of(place, 400, .01));
  const auto& noise = calibration.workloads.at("lat/x.time");
  EXPECT_EQ(noise.pairs, 400);
  EXPECT_NEAR(noise.pair_sd, .01, .0015);
  EXPECT_NEAR(noise.window_sd, .01, .001);
  EXPECT_NEAR(noise.process_sd, .02, .003);
  EXPECT_NEAR(noise.pair_seconds, .1, 1e-9);
  EXPECT_GT(noise.floor, 0);
  EXPECT_LT(noise.floor, .003);
  EXPECT_EQ(noise.bias, 0);
  EXPECT_FALSE(noise.two_modes);
  EXPECT_EQ(calibration.verdicts, 1);
  EXPECT_EQ(calibration.changes, 0);
}

TEST(Calibration, FewPairsTeachNothing) {
  Place place;
  Calibration calibration;
  calibration.workloads["lat/x.time"].pairs = 40;
  learn(calibration, place.subjects, experiment_of(place, 6, .01));
  EXPECT_EQ(calibration.workloads.at("lat/x.time").pairs, 40);
}

TEST(Calibration, AFalseChangeIsCounted) {
  Place place;
  Calibration calibration;
  learn(calibration, place.subjects, experiment_of(place, 40, .005, .05));
  EXPECT_EQ(calibration.verdicts, 1);
  EXPECT_EQ(calibration.changes, 1);
  EXPECT_GT(calibration.workloads.at("lat/x.time").bias, .04);
}

TEST(Calibration, IsKeptForThisMachineOnly) {
  Place place;
  EXPECT_EQ(load_calibration(place.context, place.folder)->verdicts, 0);
  Calibration calibration = *load_calibration(place.context, place.folder);
  learn(calibration, place.subjects, experiment_of(place, 40, .01));
  ASSERT_TRUE(save_calibration(calibration, place.folder));
  const auto again = *load_calibration(place.context, place.folder);
  EXPECT_EQ(again.verdicts, 1);
  const auto &a = calibration.workloads.at("lat/x.time"), &b = again.workloads.at("lat/x.time");
  EXPECT_EQ(a.pair_sd, b.pair_sd);
  EXPECT_EQ(a.floor, b.floor);
  EXPECT_EQ(a.measured, b.measured);
  EXPECT_FALSE(b.measured.empty());
  Context other = place.context;
  other.set("cpus", "16");
  EXPECT_TRUE(load_calibration(other, place.folder)->workloads.empty());
}

TEST(Calibration, CopiesAndParametersAreOtherNoise) {
  Place place;
  Subject& subject = *place.subjects[0];
  EXPECT_EQ(noise_key(subject, subject.metrics[0].metric), "lat/x.time");
  subject.copies = 4;
  subject.mode = "thread";
  subject.parameters = {{"size", "8k"}};
  EXPECT_EQ(noise_key(subject, subject.metrics[0].metric), "lat/x.time copies=4 threads size=8k");
}

bool mentions(const std::vector<Finding>& findings, const std::string& text) {
  for (const auto& finding : findings)
    if ((finding.code + ": " + finding.text + " " + finding.reason).find(text) != std::string::npos)
      return true;
  return false;
}

TEST(Calibration, LaterComparisonsShowTheFloorAndTheCount) {
  Place place;
  Calibration calibration = *load_calibration(place.context, place.folder);
  learn(calibration, place.subjects, experiment_of(place, 40, .01));
  calibration.verdicts = 200;
  calibration.changes = 4;
  ASSERT_TRUE(save_calibration(calibration, place.folder));
  Rules rules;
  std::vector<Finding> findings;
  const auto applied =
      apply_calibration(place.context, place.subjects, rules, findings, place.folder);
  EXPECT_EQ(applied.verdicts, 200);
  EXPECT_TRUE(rules.floors.empty());
  EXPECT_TRUE(mentions(findings, "lat/x.time 0."));
  EXPECT_TRUE(
      mentions(findings, "of 200 verdicts between equal arms on this machine 4 were false"));
  EXPECT_FALSE(mentions(findings, "more than the 5 % promised"));
}

TEST(Calibration, AMachineThatErrsTooOftenIsNamed) {
  Place place;
  Calibration calibration = *load_calibration(place.context, place.folder);
  calibration.verdicts = 100;
  calibration.changes = 20;
  ASSERT_TRUE(save_calibration(calibration, place.folder));
  Rules rules;
  std::vector<Finding> findings;
  apply_calibration(place.context, place.subjects, rules, findings, place.folder);
  EXPECT_TRUE(mentions(findings, "more than the 5 % promised"));
}

TEST(Calibration, AProvenBiasBecomesAFloor) {
  Place place;
  Calibration calibration = *load_calibration(place.context, place.folder);
  learn(calibration, place.subjects, experiment_of(place, 40, .005, .05));
  ASSERT_TRUE(save_calibration(calibration, place.folder));
  Rules rules;
  std::vector<Finding> findings;
  apply_calibration(place.context, place.subjects, rules, findings, place.folder);
  EXPECT_GT(rules.floors.at("lat/x.time"), .04);
  EXPECT_TRUE(mentions(findings, "F315"));
}

TEST(Calibration, AChangeWithinTheFloorGetsANote) {
  Place place;
  Calibration calibration;
  calibration.workloads["lat/x.time"].floor = .2;
  auto experiment = experiment_of(place, 40, .005, .05);
  ASSERT_TRUE(is_change(experiment.rows[0].verdict));
  note_floors(calibration, place.subjects, experiment);
  EXPECT_NE(experiment.rows[0].note.find("not larger than equal arms"), std::string::npos);
  experiment.rows[0].note.clear();
  calibration.workloads["lat/x.time"].floor = .002;
  note_floors(calibration, place.subjects, experiment);
  EXPECT_EQ(experiment.rows[0].note, "");
}

TEST(Calibration, StoredRunsOfThisMachineAreComparedWithItsFloors) {
  Place place;
  char host[256] = "";
  gethostname(host, sizeof host);
  place.context.set("machine", host);
  Calibration calibration = *load_calibration(place.context, place.folder);
  learn(calibration, place.subjects, experiment_of(place, 40, .02));
  ASSERT_TRUE(save_calibration(calibration, place.folder));
  const double floor = stats::percent_of_log(calibration.workloads.at("lat/x.time").floor);
  ASSERT_GT(floor, 0);

  PairComparison pair;
  pair.base.context = pair.new_.context = place.context;
  ComparisonRow row;
  row.metric = place.subjects[0]->metrics[0].metric;
  row.basis = Basis::sampled;
  row.verdict = Verdict::slower;
  row.change_percent = floor / 2;
  pair.rows = {row, row};
  pair.rows[1].change_percent = 2 * floor;
  PairComparison elsewhere = pair;
  apply_calibration(pair, .05, place.folder);
  EXPECT_NE(pair.rows[0].note.find("not larger than equal arms"), std::string::npos);
  EXPECT_EQ(pair.rows[1].note, "");
  ASSERT_EQ(pair.findings.size(), 2u);
  EXPECT_NE(pair.findings[0].text.find("lat/x.time"), std::string::npos);
  EXPECT_NE(pair.findings[1].text.find("verdicts between equal arms"), std::string::npos);

  elsewhere.new_.context.set("machine", "another");
  apply_calibration(elsewhere, .05, place.folder);
  EXPECT_EQ(elsewhere.rows[0].note, "");
  EXPECT_TRUE(elsewhere.findings.empty());
}

TEST(Calibration, EveryNthComparisonIsASelfTest) {
  Place place;
  int tests = 0;
  for (int i = 1; i <= 40; ++i) {
    const bool test = *next_is_self_test(place.context, 20, place.folder);
    EXPECT_EQ(test, i % 20 == 0);
    tests += test;
  }
  EXPECT_EQ(tests, 2);
  EXPECT_FALSE(*next_is_self_test(place.context, 0, place.folder));
  ASSERT_TRUE(count_self_test(place.context, experiment_of(place, 40, .005, .05), place.folder));
  const auto kept = *load_calibration(place.context, place.folder);
  EXPECT_EQ(kept.verdicts, 1);
  EXPECT_EQ(kept.changes, 1);
  EXPECT_EQ(kept.comparisons, 40);
}

TEST(Modes, AreNamedWithTheirWeights) {
  Place place;
  Arms arms;
  arms[0].label = "base";
  arms[1].label = "new";
  std::vector<Finding> findings;
  note_modes(place.subjects, experiment_of(place, 40, .002), arms, findings);
  EXPECT_TRUE(findings.empty());
  note_modes(place.subjects, experiment_of(place, 40, .002, 0, .1), arms, findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "F313 two-modes");
  EXPECT_NE(findings[0].text.find("10 of 40 of base, 0 of new"), std::string::npos)
      << findings[0].text;
  EXPECT_NE(findings[0].text.find("differ in how often"), std::string::npos) << findings[0].text;
}

TEST(PowerPlan, PairsAndSecondsFromTheNoise) {
  WorkloadNoise noise;
  noise.pairs = 40;
  noise.pair_sd = .02;
  noise.pair_seconds = .1;
  const auto plan = plan_power(noise, {});
  // 45 pairs by the published table, 3 % more deviation for the trimming, whole blocks.
  EXPECT_NEAR(plan.find, 48, 2);
  EXPECT_EQ(plan.find % 2, 0);
  EXPECT_NEAR(plan.find_seconds, .1 * plan.find, 1e-12);
  EXPECT_NEAR(plan.prove, 48, 4);
  // A larger effect, a smaller number; never fewer than eight.
  EXPECT_LT(plan_power(noise, {.05}).find, 12);
  noise.pair_sd = .0001;
  EXPECT_EQ(plan_power(noise, {}).find, 8);
}

TEST(PowerPlan, CorrelatedPairsTakeMore) {
  WorkloadNoise noise;
  noise.pairs = 40;
  noise.pair_sd = .02;
  const int independent = plan_power(noise, {}).find;
  noise.lag1 = .2;  // within chance
  EXPECT_EQ(plan_power(noise, {}).find, independent);
  noise.lag1 = .5;
  EXPECT_NEAR(plan_power(noise, {}).find, 3 * independent, 8);
}

}  // namespace
}  // namespace lodestone
