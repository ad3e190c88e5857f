// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/same_quantity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/pairing.h"

namespace lodestone {
namespace {

Side side_with(const std::string& id, const std::string& unit, double value) {
  Side side;
  SideMeasurement m;
  m.measurement.metric = {id, id, unit, Better::lower, Kind::time};
  m.measurement.center = value;
  m.measurement.basis = Basis::single;
  if (const size_t dot = id.rfind('.'); id.find('/') != std::string::npos)
    m.workload = id.substr(0, dot);
  side.measurements.push_back(m);
  return side;
}

TEST(SameQuantity, OnlyWhatIsTheSameByDefinition) {
  EXPECT_TRUE(same_quantity("Simple syscall", "lat/null.time"));
  EXPECT_TRUE(same_quantity("Simple syscall", "Processor, Processes: null call"));
  EXPECT_TRUE(same_quantity("cpu-cycles", "cycles"));
  EXPECT_FALSE(same_quantity("unixbench/syscall.rate", "Simple syscall"));
  EXPECT_FALSE(same_quantity("unixbench/pipe.rate", "lat/pipe.time"));
  EXPECT_FALSE(same_quantity("cycles", "perf-stat.ps.cpu-cycles"));
  EXPECT_FALSE(same_quantity("", "cycles"));
}

TEST(SameQuantity, LmbenchAgainstOurOwn) {
  const PairComparison pair = compare_sides(side_with("lat/null.time", "ns", 100),
                                            side_with("Simple syscall", "microseconds", 0.11), {});
  ASSERT_EQ(pair.rows.size(), 1u);
  EXPECT_EQ(pair.rows[0].metric.id, "lat/null.time");
  EXPECT_NEAR(*pair.rows[0].change_percent, 10, 1e-9);
  EXPECT_EQ(pair.rows[0].direction, Verdict::slower);
  ASSERT_FALSE(pair.findings.empty());
  EXPECT_THAT(pair.findings[0].code, testing::StartsWith("F058"));
}

TEST(SameQuantity, AScalingRunAgainstTheCsvOfWillItScale) {
  Side ours = side_with("scale/brk1.rate", "ops/s", 1000), csv;
  ours.measurements[0].measurement.metric.kind = Kind::rate;
  ours.measurements[0].measurement.metric.better = Better::higher;
  ours.measurements[0].copies = 4;
  ours.measurements[0].mode = "thread";
  for (const char* name : {"4.processes", "4.threads", "2.threads", "4.threads_idle", "4.linear"}) {
    csv.measurements.push_back(side_with(name, "ops/s", 900).measurements[0]);
    csv.measurements.back().measurement.metric.kind = Kind::rate;
    csv.measurements.back().measurement.metric.better = Better::higher;
  }
  csv.label = "results/brk1.csv";
  for (const bool first : {true, false}) {
    const PairComparison pair = first ? compare_sides(ours, csv, {}) : compare_sides(csv, ours, {});
    ASSERT_EQ(pair.rows.size(), 1u);
    EXPECT_EQ(pair.rows[0].metric.id, first ? "scale/brk1.rate" : "4.threads");
    EXPECT_EQ(pair.rows[0].direction, first ? Verdict::slower : Verdict::faster);
  }
  csv.label = "results/page_fault1.csv";  // another test
  EXPECT_TRUE(compare_sides(ours, csv, {}).rows.empty());
  csv.context.set("test", "brk1");
  EXPECT_EQ(compare_sides(ours, csv, {}).rows.size(), 1u);
}

}  // namespace
}  // namespace lodestone
