// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/printable.h"

#include <gtest/gtest.h>

#include "base/plural.h"

namespace lodestone {
namespace {

TEST(Printable, ControlCharactersDoNotReachTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a?[31mb");
  EXPECT_EQ(printable("a\nb\tc"), "a b c");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J\x7f"),
            "?2J?");
  EXPECT_EQ(printable("6.1 ±ä 补丁前"), "6.1 ±ä 补丁前");
  EXPECT_TRUE(is_printable("before"));
  EXPECT_FALSE(
      is_printable("be\x07"
                   "fore"));
}

TEST(Plural, OneAndSeveral) {
  EXPECT_EQ(counted(1, "pass"), "1 pass");
  EXPECT_EQ(counted(2, "pass"), "2 passes");
  EXPECT_EQ(counted(0, "warning"), "0 warnings");
  EXPECT_EQ(counted(3, "copy", "copies"), "3 copies");
}

}  // namespace
}  // namespace lodestone
