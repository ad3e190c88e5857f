// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/look_book.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

TEST(LookBook, UsesThePlannedScheduleWhileItIsKept) {
  LookBook book(1);
  book.plan(96, false, false, .05);
  EXPECT_FALSE(book.due(7));
  EXPECT_TRUE(book.due(8));
  EXPECT_TRUE(book.due(12));
  book.note(0, 8);
  const auto [looks, look] = book.present(0, 12);
  EXPECT_EQ(look, 1u);
  EXPECT_NEAR(looks.bounds(.05)[1], 3.464, 2e-3);
}

TEST(LookBook, AStopBetweenTwoLooksHasABoundOfItsOwn) {
  LookBook book(2);
  book.plan(96, false, false, .05);
  book.note(0, 8);
  const auto [looks, look] = book.present(0, 10);
  EXPECT_EQ(look, 1u);
  EXPECT_EQ(looks.counts(), (std::vector<int>{8, 10}));
  EXPECT_EQ(looks.most(), 96);
  // Less is spent at 10 pairs than at 12: the bound is farther out.
  EXPECT_GT(looks.bounds(.05)[1], 3.464);
  // The other subject keeps its own looks.
  EXPECT_EQ(book.present(1, 8).second, 0u);
}

TEST(LookBook, LooksGoOnWithoutAnEnd) {
  LookBook book(1);
  book.plan(1 << 20, false, true, .05);
  EXPECT_TRUE(book.due(96));
  EXPECT_TRUE(book.due(200));
  EXPECT_FALSE(book.due(201));
}

TEST(LookBook, ASingleLookIsAnOrdinaryInterval) {
  LookBook book(1);
  book.plan(40, true, false, .05);
  EXPECT_FALSE(book.due(16));
  EXPECT_TRUE(book.due(40));
  EXPECT_NEAR(book.present(0, 40).first.bounds(.05)[0], 1.959964, 1e-5);
}

}  // namespace
}  // namespace lodestone
