// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/name_table.h"

#include <gtest/gtest.h>

#include <string>

namespace lodestone {
namespace {

TEST(NameTable, TheFirstOfEqualNamesCounts) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("name_" + std::to_string(i % 700));
  const auto name_of = [&](uint32_t number) { return std::string_view(names[number]); };
  NameTable table;
  EXPECT_EQ(table.find("name_1", name_of), NameTable::none);
  table.reserve(names.size());
  for (uint32_t i = 0; i < names.size(); ++i) EXPECT_EQ(table.enter(names[i], i, name_of), i % 700);
  EXPECT_EQ(table.find("name_699", name_of), 699u);
  EXPECT_EQ(table.find("name_700", name_of), NameTable::none);
  EXPECT_EQ(table.find("", name_of), NameTable::none);
}

}  // namespace
}  // namespace lodestone
