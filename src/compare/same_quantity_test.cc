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

}  // namespace
}  // namespace lodestone
