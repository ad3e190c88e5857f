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

TEST(IntervalPlot, TellsThePairsOfEachRow) {
  auto one = row(3, 4, 5, Verdict::slower), other = row(-1, .2, .4, Verdict::same);
  one.counted = "8 pairs";
  other.counted = "22 pairs";
  const auto text = interval_plot({one, other}, {});
  EXPECT_NE(text.find("8 pairs\n"), std::string::npos) << text;
  EXPECT_NE(text.find("22 pairs\n"), std::string::npos) << text;
  EXPECT_NE(text.find("●"), std::string::npos) << text;
  EXPECT_NE(text.find("░"), std::string::npos) << text;
}

// Two subjects with equally many pairs, one decided: the time belongs to the other's own noise.
Experiment two_subjects() {
  Experiment experiment;
  for (int i = 0; i < 2; ++i) {
    Evidence evidence;
    evidence.band = .01;
    evidence.effect = stats::Estimate{i ? .001 : .05, i ? .02 : .001, 15};
    SubjectRecord record;
    record.pairs.resize(1);
    for (int k = 0; k < 20; ++k) {
      record.pairs[0].push_back({1, 1 + .001 * (k % 5), k % 2 == 0});
      record.seconds.emplace_back(.5, .5);
    }
    record.measured_seconds = 20;
    auto made = row(i ? -3 : 4, i ? .1 : 5, i ? 3 : 6, i ? Verdict::undecided : Verdict::slower);
    made.metric.id = i ? "lat/open.time" : "lat/known.time";
    made.counted = "20 pairs";
    experiment.rows.push_back(made);
    experiment.evidence.push_back(evidence);
    experiment.subjects.push_back(record);
    experiment.origins.push_back({static_cast<size_t>(i), 0});
  }
  return experiment;
}

TEST(Undecided, NamesTheTimeThatShouldDecide) {
  const auto text = undecided_text(two_subjects());
  EXPECT_EQ(text.find("lat/known"), std::string::npos) << text;
  EXPECT_NE(text.find("lat/open.time: undecided after 20 pairs; about "), std::string::npos)
      << text;
  EXPECT_NE(text.find(" s more of measuring should decide"), std::string::npos) << text;
}

TEST(StatisticsText, ShowsTheRandomisationTestAndCorrelation) {
  const auto text = statistics_text(two_subjects(), {});
  EXPECT_NE(text.find("randomisation test (not part of the verdict): p "), std::string::npos)
      << text;
  EXPECT_NE(text.find("1024 orders, all"), std::string::npos) << text;
  EXPECT_NE(text.find("lag-1 correlation"), std::string::npos) << text;
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
