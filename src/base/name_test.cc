// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/name.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>
#include <unordered_set>
#include <vector>

namespace lodestone {
namespace {

TEST(Name, IsItsText) {
  const Name name = "unixbench/pipe.rate";
  EXPECT_EQ(name, "unixbench/pipe.rate");
  EXPECT_NE(name, "unixbench/pipe");
  EXPECT_EQ(name.size(), 19u);
  EXPECT_STREQ(name.c_str(), "unixbench/pipe.rate");
  EXPECT_EQ(name.substr(name.rfind('.') + 1), "rate");
  EXPECT_EQ("the " + name + "s", "the unixbench/pipe.rates");
  EXPECT_TRUE(Name("").empty());
  EXPECT_EQ(Name(""), Name());
  EXPECT_EQ(Name(std::string_view("a\0b", 3)).size(), 3u);
}

TEST(Name, EqualTextsAreOneName) {
  std::string text = "cycles";
  const Name first = text;
  text[0] = 'b';
  EXPECT_EQ(first, Name("cycles")) << "the text is kept, not looked at where it was";
  EXPECT_NE(first, Name(text));
  EXPECT_EQ(std::hash<Name>()(first), std::hash<Name>()(Name("cycles")));
  EXPECT_EQ(first.c_str(), Name(std::string("cycles")).c_str());
}

TEST(Name, SortsByText) {
  const std::map<Name, int> numbers{{"c", 3}, {"a", 1}, {"b", 2}};
  std::string order;
  for (const auto& [name, number] : numbers) order += name;
  EXPECT_EQ(order, "abc");
  EXPECT_LT(Name("a"), "b");
}

TEST(Name, StaysWhereManyAreMade) {
  const Name early = "early";
  const char* const where = early.c_str();
  std::unordered_set<Name> all;
  for (int i = 0; i < 100000; ++i) all.insert("many." + std::to_string(i));
  EXPECT_EQ(all.size(), 100000u);
  EXPECT_EQ(Name("early").c_str(), where);
  for (int i = 0; i < 100000; i += 997) EXPECT_TRUE(all.contains("many." + std::to_string(i)));
  EXPECT_EQ(Name(std::string(100000, 'x')), std::string(100000, 'x')) << "longer than a block";
}

TEST(Name, IsMadeByThreadsAtOnce) {
  std::vector<std::vector<Name>> made(4, std::vector<Name>(2000));
  {
    std::vector<std::jthread> threads;
    for (auto& names : made)
      threads.emplace_back([&names] {
        for (size_t i = 0; i < names.size(); ++i) names[i] = "thread." + std::to_string(i);
      });
  }
  for (const auto& names : made) EXPECT_EQ(names, made[0]);
}

}  // namespace
}  // namespace lodestone
