// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/replay.h"

#include <gtest/gtest.h>

namespace lodestone::lab {
namespace {

constexpr const char* base_map =
    "0000000000018240 d before\n0000000000018280 d osq_node\n00000000000182a0 d "
    "beside\n0000000000028000 D far_word\n";
constexpr const char* new_map =
    "0000000000018280 d before\n00000000000182c0 d osq_node\n0000000000018300 d "
    "beside\n0000000000028000 D far_word\n";

std::vector<MapSymbol> parsed(const char* text) {
  auto map = parse_map(text);
  EXPECT_TRUE(map);
  return map ? *map : std::vector<MapSymbol>{};
}

TEST(replay, keeps_places_in_the_page_and_near_distances) {
  const auto pairs = pairs_of(parsed(base_map), parsed(new_map), {"osq_node"});
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
  const auto pairs = pairs_of(parsed(base_map), parsed(new_map), {"osq_node+20", "far_word"});
  ASSERT_TRUE(pairs);
  const WordPair& pair = (*pairs)[0];
  EXPECT_EQ(pair.first, "osq_node+20");
  EXPECT_EQ(pair.base.first % 128, 20);
  EXPECT_EQ(pair.base.second % 4096, 0);
  EXPECT_GT(std::abs(pair.base.second - pair.base.first), 4096);
}

TEST(replay, names_what_is_missing_or_twice_there) {
  const auto missing = pairs_of(parsed(base_map), parsed(new_map), {"no_such"});
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  const auto twice = parsed("0000000000000100 d x\n0000000000000200 d x\n");
  EXPECT_EQ(pairs_of(twice, twice, {"x"}).error().code, ErrorCode::usage);
  EXPECT_EQ(pairs_of(twice, twice, {}).error().code, ErrorCode::usage);
}

TEST(replay, refuses_what_is_no_map) {
  EXPECT_EQ(
      parse_map("ffffffffffffffff B The real System.map is in the package\nhello\n").error().code,
      ErrorCode::unreadable);
  EXPECT_EQ(parse_map("0000000000000000 T _text\n0000000000000000 T x\n").error().code,
            ErrorCode::unreadable);
  EXPECT_EQ(parse_map("").error().code, ErrorCode::unreadable);
}

TEST(replay, words_that_did_not_move_are_the_same) {
  const auto map = parsed(base_map);
  const auto pairs = pairs_of(map, map, {"osq_node"});
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
