// SPDX-License-Identifier: GPL-2.0-or-later
#include "replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "base/fd.h"
#include "ours.h"

namespace lodestone::bench {
namespace {

std::vector<RecordedPair> recorded(double effect, double sd, size_t n) {
  Rng rng(31);
  Cell cell;
  cell.pair_sd = sd;
  std::vector<RecordedPair> result;
  for (const auto& pair : make_pairs(cell, effect, n, rng)) {
    RecordedPair item;
    item.values = pair;
    item.seconds = .1;
    item.u_test_p = .5;
    result.push_back(item);
  }
  return result;
}

const stats::Looks& looks() {
  static const auto planned = *stats::Looks::plan(stats::usual_looks(96), 96);
  return planned;
}

TEST(Replay, StretchesDoNotOverlap) {
  const auto count = replay(recorded(0, .01, 1000), looks());
  EXPECT_GE(count.verdicts, 10);
  EXPECT_LE(count.pairs, 1000);
  EXPECT_NEAR(count.seconds, .1 * count.pairs, 1e-6);
  EXPECT_GE(count.same, count.verdicts - 2);
  EXPECT_EQ(count.same + count.changes, count.verdicts);
}

TEST(Replay, AnUnfinishedStretchCountsNeitherWay) {
  EXPECT_EQ(replay(recorded(0, .2, 60), looks()).verdicts, 0);
  EXPECT_EQ(replay(recorded(0, .2, 96), looks()).verdicts, 1);
}

TEST(Replay, CoinsThrownAnewGiveManyOrdersOfTheSameProcesses) {
  const auto pairs = recorded(0, .02, 400);
  const auto once = replay(pairs, looks()), anew = relabelled(pairs, looks(), 20, 5);
  EXPECT_GE(anew.verdicts, 15 * once.verdicts);
  EXPECT_LE(anew.changes, .1 * anew.verdicts);
  EXPECT_EQ(relabelled(pairs, looks(), 20, 5).pairs, anew.pairs);  // the seed alone decides
}

TEST(Replay, WhatIsPlantedIsShownAndFound) {
  const auto pairs = recorded(std::log1p(.02), .01, 600);
  const auto shown = shown_effect(pairs);
  EXPECT_NEAR(shown.percent, 2, .2);
  EXPECT_LT(shown.low, 2.1);
  EXPECT_GT(shown.high, 1.9);
  const auto count = replay(pairs, looks());
  EXPECT_GE(count.slower, count.verdicts - 1);
}

TEST(Recording, WhatIsWrittenIsRead) {
  char path[] = "/tmp/lodestone-recording-XXXXXX";
  close(mkstemp(path));
  const auto pairs = recorded(0, .01, 3);
  std::string text = "# comment\n";
  for (const auto& pair : pairs) text += line_of("lat/stat", 1, pair);
  ASSERT_TRUE(write_file(path, text + "lat/stat 1 1 0.5"));  // the last line was cut
  const auto loaded = load_recording(path);
  unlink(path);
  ASSERT_TRUE(loaded);
  const auto& found = loaded->pairs.at({"lat/stat", 1});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].values.new_, pairs[1].values.new_);
  EXPECT_EQ(found[1].values.base_first, pairs[1].values.base_first);
  EXPECT_NE(report_of(*loaded).find("| lat/stat | +1 %"), std::string::npos);
}

}  // namespace
}  // namespace lodestone::bench
