// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/replay.h"

#include <gtest/gtest.h>

namespace lodestone::lab {
namespace {

using Map = std::vector<MapSymbol>;

const Map base_map = {
    {0x18240, "before"}, {0x18280, "osq_node"}, {0x182a0, "beside"}, {0x28000, "far_word"}};
const Map new_map = {
    {0x18280, "before"}, {0x182c0, "osq_node"}, {0x18300, "beside"}, {0x28000, "far_word"}};

TEST(replay, keeps_places_in_the_page_and_near_distances) {
  const auto pairs = pairs_of(base_map, new_map, {"osq_node"});
  ASSERT_TRUE(pairs) << describe(pairs.error());
  ASSERT_EQ(pairs->size(), 2u);  // before (new block) and beside (base block)
  const WordPair& beside = (*pairs)[1];
  EXPECT_EQ(beside.second, "beside");
  EXPECT_EQ(beside.base.first % 4096, 0x280);
  EXPECT_EQ(beside.changed.first % 4096, 0x2c0);
  EXPECT_EQ(beside.base.second - beside.base.first, 0x20);
  EXPECT_EQ(beside.changed.second - beside.changed.first, 0x40);
}

TEST(replay, takes_words_inside_symbols_and_far_pairs) {
  const auto pairs = pairs_of(base_map, new_map, {"osq_node+20", "far_word"});
  ASSERT_TRUE(pairs);
  const WordPair& pair = (*pairs)[0];
  EXPECT_EQ(pair.first, "osq_node+20");
  EXPECT_EQ(pair.base.first % 128, 20);
  EXPECT_EQ(pair.base.second % 4096, 0);
  EXPECT_GT(std::abs(pair.base.second - pair.base.first), 4096);
}

TEST(replay, names_what_is_missing_or_twice_there) {
  const auto missing = pairs_of(base_map, new_map, {"no_such"});
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  const Map twice = {{0x100, "x"}, {0x200, "x"}};
  EXPECT_EQ(pairs_of(twice, twice, {"x"}).error().code, ErrorCode::usage);
  EXPECT_EQ(pairs_of(twice, twice, {}).error().code, ErrorCode::usage);
}

TEST(replay, words_that_did_not_move_are_the_same) {
  const auto pairs = pairs_of(base_map, base_map, {"osq_node"});
  ASSERT_TRUE(pairs);
  ReplayOptions options;
  options.seconds = 0.1;
  options.seed = 3;
  const auto replay = measure_replay(*pairs, options);
  if (!replay && replay.error().code == ErrorCode::unsupported) GTEST_SKIP() << replay.error().why;
  ASSERT_TRUE(replay) << describe(replay.error());
  EXPECT_NE(replay_sentence(*replay).find("same"), std::string::npos);
}

TEST(replay, the_sentence_names_the_worst_pair) {
  Replay replay;
  ReplayRow row{{"a", "b", {}, {}}, Mix::plain, 1, 3, true, {}};
  row.change.effect = Effect::slower;
  row.change.change_percent = 200;
  replay.rows.push_back(row);
  EXPECT_EQ(replay_sentence(replay).substr(0, 22), "slower: a beside b (pl");
  replay.rows[0].change.effect = Effect::undecided;
  EXPECT_NE(replay_sentence(replay).find("undecided"), std::string::npos);
}

}  // namespace
}  // namespace lodestone::lab
