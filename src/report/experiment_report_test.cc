// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/experiment_report.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

ComparisonRow row(double low, double change, double high, Verdict verdict) {
  ComparisonRow made;
  made.metric = {"lat/x.time", "", "us", Better::lower, Kind::time};
  made.base.center = made.new_.center = 1;
  made.change_percent = change;
  made.interval_percent = Interval{low, high};
  made.verdict = verdict;
  made.margin_percent = 1;
  return made;
}

TEST(IntervalPlot, PlainCharactersWhereUnicodeIsMissing) {
  Style style;
  style.unicode = false;
  const auto text = interval_plot({row(3, 4, 5, Verdict::slower)}, style);
  EXPECT_NE(text.find("::|::"), std::string::npos) << text;
  EXPECT_NE(text.find("[-"), std::string::npos) << text;
  EXPECT_NE(text.find("o"), std::string::npos) << text;
  EXPECT_NE(text.find("+5.0 %"), std::string::npos) << text;
  // The interval lies to the right of the margin.
  EXPECT_GT(text.find('['), text.find("::|::"));
}

TEST(IntervalPlot, NothingWithoutIntervals) {
  ComparisonRow single;
  single.change_percent = 4;
  EXPECT_EQ(interval_plot({single}, {}), "");
}

TEST(SecondsToDecide, GrowsWithTheSquareOfTheNoise) {
  Evidence evidence;
  evidence.band = .01;
  SubjectRecord record;
  for (int i = 0; i < 20; ++i) record.seconds.emplace_back(.5, .5);
  record.measured_seconds = 20;
  evidence.effect = stats::Estimate{0, .02, 15};
  const double more = *seconds_to_decide(evidence, record);
  evidence.effect->se = .04;
  EXPECT_NEAR((*seconds_to_decide(evidence, record) + 20) / (more + 20), 4, 1e-9);
  record.seconds.clear();
  EXPECT_FALSE(seconds_to_decide(evidence, record));
}

}  // namespace
}  // namespace lodestone
