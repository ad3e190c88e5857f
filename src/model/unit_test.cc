// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

TEST(Unit, SpellingsOfOneUnit) {
  EXPECT_EQ(conversion("sec", "s"), 1);
  EXPECT_EQ(conversion("usecs/op", "us/op"), 1);
  EXPECT_EQ(conversion("ops/sec", "ops/s"), 1);
  EXPECT_EQ(conversion("widgets", "widgets"), 1);
  EXPECT_EQ(conversion("", "ns"), 1);  // a text that names no unit contradicts none
}

TEST(Unit, OneIsTurnedIntoTheOther) {
  EXPECT_DOUBLE_EQ(*conversion("ms", "us"), 1000);
  EXPECT_DOUBLE_EQ(*conversion("ns", "us"), 1e-3);
  EXPECT_DOUBLE_EQ(*conversion("microseconds", "nanoseconds"), 1000);
  EXPECT_DOUBLE_EQ(*conversion("10^6bits/sec", "10^9bits/sec"), 1e-3);
  EXPECT_DOUBLE_EQ(*conversion("Mbits/sec", "10^6 bytes/s"), 0.125);
  EXPECT_DOUBLE_EQ(*conversion("KiB", "MiB"), 1.0 / 1024);
  EXPECT_DOUBLE_EQ(*conversion("ops/s", "ops/ms"), 1e-3);
}

TEST(Unit, DifferentOrAmbiguousOnesDoNotFit) {
  EXPECT_FALSE(conversion("s", "ops/s"));
  EXPECT_FALSE(conversion("us/op", "us"));
  EXPECT_FALSE(conversion("KB", "MB"));  // 1000 or 1024
  EXPECT_FALSE(conversion("KB/s", "bytes/s"));
  EXPECT_FALSE(conversion("MB/s", "Mb/s"));
  EXPECT_FALSE(conversion("lps", "lpm"));
}

}  // namespace
}  // namespace lodestone
