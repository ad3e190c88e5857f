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

}  // namespace
}  // namespace lodestone
