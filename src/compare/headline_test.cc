// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/headline.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

std::string change_of(double percent) {
  ComparisonRow row;
  row.base.center = 100;
  row.new_.center = 100 + percent;
  row.change_percent = percent;
  return change_text(row);
}

TEST(ChangeText, TinyChangesKeepTheirSignAndSize) {
  EXPECT_EQ(change_of(-.004), "-0.004 %");
  EXPECT_EQ(change_of(.00025), "+0.0003 %");
  EXPECT_EQ(change_of(-.04), "-0.04 %");
  EXPECT_EQ(change_of(-3.71), "-3.7 %");
  EXPECT_EQ(change_of(250), "+250 %");
}

TEST(ChangeText, ZeroHasNoSign) {
  EXPECT_EQ(change_of(0), "0.0 %");
  EXPECT_EQ(change_of(-0.0), "0.0 %");
  EXPECT_EQ(change_of(-1e-12), "0.000000000 %");
  EXPECT_EQ(signed_fixed(-.04, 1), "0.0");
  EXPECT_EQ(signed_fixed(.06, 1), "+0.1");
}

TEST(Sentence, AnIntervalThatExcludesZeroShowsIt) {
  ComparisonRow row;
  row.metric.id = "lat/x.time";
  row.base.center = 1;
  row.new_.center = 1.006;
  row.change_percent = .6;
  row.interval_percent = Interval{.004, 1.2};
  row.verdict = row.direction = Verdict::slower;
  row.counted = "22 pairs";
  EXPECT_EQ(sentence_of(row), "slower: lat/x.time +0.6 % [+0.004, +1.200], 22 pairs");
}

// LKP's "workload" sums rates of both modes and all task counts.
TEST(HeadlineOf, ASumOverModesDoesNotLead) {
  ComparisonRow sum, threads;
  sum.metric = {"will-it-scale.workload", "workload", "ops/s", Better::higher, Kind::rate};
  sum.base.center = threads.base.center = 100;
  sum.new_.center = 150;
  sum.change_percent = 50;
  threads.metric = {"will-it-scale.per_thread_ops", "", "ops/s", Better::higher, Kind::rate};
  threads.new_.center = 114.7;
  threads.change_percent = 14.7;
  sum.verdict = threads.verdict = Verdict::undecided;
  sum.direction = threads.direction = Verdict::faster;
  EXPECT_EQ(headline_of(std::vector<ComparisonRow>{sum, threads}).metric,
            "will-it-scale.per_thread_ops");
  EXPECT_EQ(headline_of(std::vector<ComparisonRow>{sum}).metric, "will-it-scale.workload");
}

}  // namespace
}  // namespace lodestone
