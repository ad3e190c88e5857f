// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/record.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "compare/pairing.h"
#include "model/side.h"
#include "store/pack_run.h"

namespace lodestone {
namespace {

class TimedSubject : public Subject {
 public:
  TimedSubject() {
    name = "lat/x";
    copies = 1;
    mode = "process";
    metrics.push_back({{"lat/x.time", "", "s", Better::lower, Kind::time}, Family::headline});
    metrics.push_back({{"lat/x.misses", "", "", Better::lower, Kind::count}, Family::explanation});
  }
  Result<double> prepare(const Arm&) override { return .05; }
  Result<Observation> measure(const Arm&, int, const FreshProcess&) override {
    return Observation{};
  }
};

// 30 pairs of the 96 planned, which drift together ten times as far as the arms are apart.
struct Measured {
  Measured() {
    subjects.push_back(std::make_unique<TimedSubject>());
    const TimedSubject subject;
    Rng rng(5);
    SubjectRecord record;
    record.pairs.resize(2);
    double drift = 0;
    for (int i = 0; i < 30; ++i) {
      const bool base_first = i % 4 == 0 || i % 4 == 3;
      drift += .05 * rng.normal();
      const auto value = [&](double effect) {
        return std::exp(drift + effect + .004 * rng.normal());
      };
      record.pairs[0].push_back({value(0), value(.012), base_first});
      record.pairs[1].push_back({value(5), value(5), base_first});
      record.seconds.emplace_back(.05, .05);
    }
    rules.floors["lat/x.time"] = .002;
    const auto looks = *stats::Looks::plan({8, 12, 16, 22, 30}, 96);
    for (size_t m = 0; m < 2; ++m) {
      experiment.evidence.push_back(
          weigh_pairs(subject.describe(subject.metrics[m]), record.pairs[m], looks, 4, rules));
      experiment.evidence.back().row.family = subject.metrics[m].family;
      experiment.origins.push_back({0, m});
    }
    experiment.rows = settle(experiment.evidence, rules, experiment.findings);
    experiment.subjects.push_back(std::move(record));
    ArmRecorder recorder({Arm{.label = "base"}, Arm{.label = "new"}}, Context{}, 7);
    EXPECT_TRUE(recorder.finish(subjects, experiment, {}));
    for (size_t side = 0; side < 2; ++side) runs[side] = recorder.runs()[side];
  }

  PairComparison compared(size_t base, size_t new_) const {
    return compare_sides(side_of({runs[base]}), side_of({runs[new_]}), {});
  }

  Rules rules;
  std::vector<std::unique_ptr<Subject>> subjects;
  Experiment experiment;
  Run runs[2];
};

void expect_the_decision(const PairComparison& pair, const Experiment& experiment) {
  ASSERT_EQ(pair.rows.size(), experiment.rows.size());
  for (size_t k = 0; k < pair.rows.size(); ++k) {
    const ComparisonRow &kept = pair.rows[k], &then = experiment.rows[k];
    EXPECT_EQ(kept.metric.id, then.metric.id);
    EXPECT_EQ(kept.counted, then.counted);
    EXPECT_EQ(kept.verdict, then.verdict);
    EXPECT_EQ(kept.family, then.family);
    ASSERT_TRUE(kept.interval_percent && then.interval_percent);
    EXPECT_NEAR(kept.interval_percent->low, then.interval_percent->low, 1e-9);
    EXPECT_NEAR(*kept.base.center, *then.base.center, 1e-12 * *then.base.center);
  }
}

TEST(Record, ArmsThatAreComparedLaterAreThePairsThatTheyWere) {
  const Measured measured;
  EXPECT_EQ(measured.experiment.rows[0].verdict, Verdict::slower);
  expect_the_decision(measured.compared(0, 1), measured.experiment);
}

TEST(Record, ThePairsSurviveTheStoreAndTheDocument) {
  Measured measured;
  for (lodestone::Run& run : measured.runs) {
    const auto document = run_from_json(to_json(run));
    ASSERT_TRUE(document);
    run.workloads = *unpack_results(pack_results(document->workloads));
  }
  expect_the_decision(measured.compared(0, 1), measured.experiment);
}

TEST(Record, TheOtherWayRoundIsTheMirroredDecision) {
  const Measured measured;
  const ComparisonRow row = measured.compared(1, 0).rows[0];
  EXPECT_EQ(row.verdict, Verdict::faster);
  EXPECT_NEAR(std::log1p(*row.change_percent / 100),
              -std::log1p(*measured.experiment.rows[0].change_percent / 100), 1e-12);
}

TEST(Record, ArmsOfTwoComparisonsAreNoPairs) {
  const Measured one, other;
  const PairComparison pair = compare_sides(side_of({one.runs[0]}), side_of({other.runs[1]}), {});
  EXPECT_EQ(pair.rows[0].counted, "30 runs a side");
  EXPECT_FALSE(interleaved(side_of({one.runs[0]}), side_of({other.runs[1]})));
}

}  // namespace
}  // namespace lodestone
