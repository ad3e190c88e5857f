// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/pairing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lodestone {
namespace {

SideMeasurement rate(const std::string& workload, std::vector<double> values) {
  SideMeasurement entry;
  entry.workload = workload;
  entry.copies = 1;
  entry.measurement.metric = {workload + ".rate", workload, "lps", Better::higher, Kind::rate};
  for (size_t i = 0; i < values.size(); ++i)
    entry.measurement.samples.push_back({values[i], 0, static_cast<int>(i), static_cast<int>(i)});
  entry.measurement.n = static_cast<long long>(values.size());
  return entry;
}

const ComparisonRow& row(const PairComparison& pair, const std::string& id) {
  return *std::find_if(pair.rows.begin(), pair.rows.end(),
                       [&](const ComparisonRow& r) { return r.metric.id == id; });
}

const std::vector<double> steady{100.0, 100.1, 99.9, 100.05, 99.95};

std::vector<double> scaled(double factor) {
  std::vector<double> values = steady;
  for (double& value : values) value *= factor;
  return values;
}

TEST(Pairing, ADriftThatUserCodeShowsIsNoVerdict) {
  Side base, new_;
  base.measurements = {rate("unixbench/pipe", steady), rate("unixbench/dhry2reg", steady)};
  new_.measurements = {rate("unixbench/pipe", scaled(0.95)),
                       rate("unixbench/dhry2reg", scaled(0.95))};
  const PairComparison pair = compare_sides(base, new_, {});
  EXPECT_EQ(row(pair, "unixbench/pipe.rate").verdict, Verdict::undecided);
  EXPECT_EQ(row(pair, "unixbench/pipe.rate").direction, Verdict::slower);
  EXPECT_EQ(row(pair, "unixbench/dhry2reg.rate").verdict, Verdict::undecided);
}

TEST(Pairing, AChangeBeyondTheDriftIsOne) {
  Side base, new_;
  base.measurements = {rate("unixbench/pipe", steady), rate("unixbench/dhry2reg", steady)};
  new_.measurements = {rate("unixbench/pipe", scaled(0.90)),
                       rate("unixbench/dhry2reg", scaled(0.999))};
  const PairComparison pair = compare_sides(base, new_, {});
  EXPECT_EQ(row(pair, "unixbench/pipe.rate").verdict, Verdict::slower);
}

TEST(Pairing, TheIndexBesideItsRateIsNotASecondResult) {
  Side base, new_;
  base.measurements = {rate("unixbench/pipe", steady), rate("unixbench/pipe", steady)};
  base.measurements[1].measurement.metric.id = "unixbench/pipe.index";
  new_ = base;
  EXPECT_EQ(match(base, new_).matched.size(), 1u);
}

TEST(Pairing, OtherCopiesAreNotComparable) {
  Side base, new_;
  base.measurements = {rate("unixbench/pipe", steady)};
  new_ = base;
  new_.measurements[0].copies = 4;
  const PairComparison pair = compare_sides(base, new_, {});
  EXPECT_FALSE(pair.comparable);
  EXPECT_EQ(pair.rows.size(), 1u);
}

TEST(Pairing, PassesOfOtherLengthsAreNotComparable) {
  Side base, new_;
  base.measurements = new_.measurements = {rate("scale/brk1", steady)};
  base.pass_seconds = {{"scale/brk1", {8}}, {"scale/fork1", {1}}};
  new_.pass_seconds = {{"scale/brk1", {8}}, {"scale/mmap1", {2}}};
  EXPECT_TRUE(compare_sides(base, new_, {}).comparable);
  new_.pass_seconds = {{"scale/brk1", {0.5}}};
  const PairComparison pair = compare_sides(base, new_, {});
  EXPECT_FALSE(pair.comparable);
  EXPECT_EQ(pair.findings.at(0).code, "F059 pass-lengths-differ");
  // Runs of one label may differ among themselves.
  base.pass_seconds = {{"scale/brk1", {0.5, 8}}};
  new_.pass_seconds = {{"scale/brk1", {8}}};
  EXPECT_FALSE(compare_sides(base, new_, {}).comparable);
}

SideMeasurement quantity(const std::string& unit, Better better, std::vector<double> values) {
  SideMeasurement entry = rate("x", std::move(values));
  entry.measurement.metric = {"x", "", unit, better,
                              better == Better::lower ? Kind::time : Kind::rate};
  return entry;
}

TEST(Pairing, ValuesInTwoUnitsAreBroughtToOne) {
  Side base, new_;
  base.measurements = {quantity("us", Better::lower, {1.494, 1.495, 1.493, 1.494})};
  new_.measurements = {quantity("ns", Better::lower, {1494, 1495, 1493, 1494})};
  const PairComparison pair = compare_sides(base, new_, {});
  ASSERT_EQ(pair.rows.size(), 1u);
  EXPECT_EQ(pair.rows[0].verdict, Verdict::same);
  EXPECT_EQ(pair.rows[0].metric.unit, "us");
  EXPECT_NEAR(*pair.rows[0].new_.center, 1.494, 1e-3);
}

TEST(Pairing, UnitsThatDoNotFitAreNotCompared) {
  Side base, new_;
  base.measurements = {quantity("s", Better::lower, steady)};
  new_.measurements = {quantity("ops/s", Better::higher, steady)};
  const PairComparison pair = compare_sides(base, new_, {});
  EXPECT_TRUE(pair.rows.empty());
  EXPECT_FALSE(pair.comparable);
  EXPECT_EQ(pair.findings.at(0).code.substr(0, 4), "F037");
}

TEST(Pairing, SidesThatDisagreeOnWhatIsBetterAreNotCompared) {
  Side base, new_;
  base.measurements = {quantity("", Better::lower, steady)};
  new_.measurements = {quantity("", Better::higher, steady)};
  const PairComparison pair = compare_sides(base, new_, {});
  EXPECT_TRUE(pair.rows.empty());
  EXPECT_FALSE(pair.comparable);
}

TEST(Pairing, OtherSettingsOfTheBenchmarkBreakComparison) {
  Side base, new_;
  base.measurements = new_.measurements = {rate("x", steady)};
  base.context.set("settings", "10 groups");
  new_.context.set("settings", "20 groups");
  EXPECT_FALSE(compare_sides(base, new_, {}).comparable);
  // Whole passes and medians of windows are two quantities.
  new_.context = base.context;
  base.context.set("estimator", "whole passes");
  new_.context.set("estimator", "windows");
  EXPECT_FALSE(compare_sides(base, new_, {}).comparable);
}

TEST(Pairing, AScoreThatDoesNotFollowFromItsTestsDoesNotLead) {
  Side base, new_;
  const char* workloads[] = {"fstime",   "fsbuffer", "fsdisk",   "pipe",
                             "context1", "execl",    "spawn",    "shell1",
                             "shell8",   "syscall",  "dhry2reg", "whetstone-double"};
  for (const char* name : workloads) {
    for (Side* side : {&base, &new_}) {
      SideMeasurement entry = rate(std::string("unixbench/") + name, {});
      entry.measurement.basis = Basis::single;
      entry.measurement.n.reset();
      entry.measurement.center = side == &base ? 1000 : 1100;
      side->measurements.push_back(entry);
    }
  }
  for (Side* side : {&base, &new_}) {
    SideMeasurement entry = side->measurements[0];
    entry.workload.clear();
    entry.measurement.metric.id = "unixbench.score";
    entry.measurement.center = side == &base ? 17923.3 : 8248.8;  // 7923.3 was meant
    side->measurements.push_back(entry);
  }
  const PairComparison wrong = compare_sides(base, new_, {});
  EXPECT_NE(wrong.headline.metric, "unixbench.score");
  EXPECT_EQ(wrong.headline.direction, Verdict::faster);
  base.measurements.back().measurement.center = 7500;
  new_.measurements.back().measurement.center = 8250;
  EXPECT_EQ(compare_sides(base, new_, {}).headline.metric, "unixbench.score");
}

}  // namespace
}  // namespace lodestone
