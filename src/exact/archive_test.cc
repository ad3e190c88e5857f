// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/archive.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

std::string small() {
  Archive archive;
  archive.add_directory("dev");
  archive.add_character_device("dev/console", 5, 1);
  archive.add_file("init", "hello", 0755);
  return archive.finish();
}

TEST(Archive, HasNewcHeadersAndPadding) {
  std::string bytes = small();
  ASSERT_EQ(bytes.size() % 4, 0u);
  EXPECT_EQ(bytes.substr(0, 6), "070701");
  EXPECT_EQ(bytes.substr(14, 8), "000041ED");  // S_IFDIR | 0755
  EXPECT_EQ(bytes.substr(94, 8), "00000004");  // "dev" and its zero
  EXPECT_EQ(bytes.substr(110, 3), "dev");
  size_t console = bytes.find("dev/console") - 110;
  EXPECT_EQ(bytes.substr(console + 78, 16), "0000000500000001");
  size_t init = bytes.find("init") - 110;
  EXPECT_EQ(init % 4, 0u);
  EXPECT_EQ(bytes.substr(init + 54, 8), "00000005");
  EXPECT_EQ(bytes.substr(init + 116, 5), "hello");
  EXPECT_NE(bytes.find("TRAILER!!!"), std::string::npos);
}

TEST(Archive, IsTheSameEveryTime) {
  EXPECT_EQ(small(), small());
}

}  // namespace
}  // namespace lodestone::exact
