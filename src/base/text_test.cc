// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/text.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

TEST(Text, Numbers) {
  EXPECT_EQ(parse_double("12.5"), 12.5);
  EXPECT_EQ(parse_double("+3"), 3.0);
  EXPECT_FALSE(parse_double("12,5"));
  EXPECT_FALSE(parse_double("nan"));
  EXPECT_FALSE(parse_double("1e999"));
  EXPECT_FALSE(parse_double(""));
  EXPECT_EQ(parse_duration("200ms"), 0.2);
  EXPECT_EQ(parse_duration("2m"), 120.0);
  EXPECT_FALSE(parse_duration("2 parsecs"));
  EXPECT_EQ(parse_size("64k"), 65536);
  EXPECT_EQ(parse_size("1MiB"), 1048576);
  EXPECT_EQ(parse_fraction("1%"), 0.01);
  EXPECT_EQ(shortest(-0.0), "0");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(human(1234567.8), "1,234,568");
  EXPECT_EQ(human(0.5), "0.5");
  EXPECT_EQ(human(-12345), "-12,345");
}

TEST(Text, Pieces) {
  EXPECT_EQ(split("a,,b", ',').size(), 3u);
  EXPECT_EQ(words("  a\t b ").size(), 2u);
  EXPECT_EQ(split_commas("a,x=1,,2,b"), (std::vector<std::string>{"a", "x=1,2", "b"}));
  EXPECT_EQ(replace_all("aXbX", "X", "yy"), "ayybyy");
}

TEST(Text, Utf8) {
  EXPECT_TRUE(valid_utf8("±5 µs"));
  EXPECT_FALSE(valid_utf8("\xff"));
  EXPECT_FALSE(valid_utf8("\xc0\x80"));
  EXPECT_FALSE(valid_utf8("\xe2\x82"));
  EXPECT_EQ(display_width("±5"), 2u);
  EXPECT_EQ(display_width("好"), 2u);
}

TEST(Text, Glob) {
  EXPECT_TRUE(glob_match("unixbench/*", "unixbench/pipe"));
  EXPECT_FALSE(glob_match("scale/*", "unixbench/pipe"));
}

}  // namespace
}  // namespace lodestone
