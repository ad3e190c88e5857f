// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/matching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/side.h"

namespace lodestone::explain {
namespace {

Side side(std::vector<Symbol> symbols) {
  Side side;
  side.symbols = SymbolMap(std::move(symbols));
  finish_symbols(side, false);
  return side;
}

Symbol data(uint64_t address, const char* name) {
  return {address, 0, 'd', name, {}};
}

std::vector<std::pair<uint64_t, uint64_t>> matched_places(const Side& base, const Side& next,
                                                          SectionClass section) {
  const Matching matching = match(base.entities, next.entities);
  std::vector<std::pair<uint64_t, uint64_t>> result;
  for (const Pair& pair : matching.in(section).pairs)
    result.emplace_back(base.entities.in(section)[pair.base].address,
                        next.entities.in(section)[pair.next].address);
  return result;
}

TEST(Matching, SameNamesAreMatchedByTheirNeighbours) {
  const Side base = side({data(0x1000, "__key"), data(0x1008, "alpha"), data(0x1010, "__key"),
                          data(0x1018, "beta"), data(0x1020, "__key")});
  // The first __key is gone; by order alone the wrong ones would meet.
  const Side next = side(
      {data(0x2000, "alpha"), data(0x2008, "__key"), data(0x2010, "beta"), data(0x2018, "__key")});
  EXPECT_THAT(matched_places(base, next, SectionClass::data),
              testing::ElementsAre(std::pair(0x1008u, 0x2000u), std::pair(0x1010u, 0x2008u),
                                   std::pair(0x1018u, 0x2010u), std::pair(0x1020u, 0x2018u)));
}

TEST(Matching, CompilerSuffixesAreOneFamilyButColdPartsAreNot) {
  const Side base = side({{0x1000, 0, 't', "walk.isra.0", {}}, {0x1100, 0, 't', "walk.cold", {}}});
  const Side next = side({{0x1000, 0, 't', "walk.constprop.1", {}}, {0x1200, 0, 't', "other", {}}});
  EXPECT_THAT(matched_places(base, next, SectionClass::text),
              testing::ElementsAre(std::pair(0x1000u, 0x1000u)));
}

TEST(Matching, AnotherNameOfTheSameAddressMatches) {
  const Side base = side({{0x1000, 0, 'T', "new_name", {}}, {0x1000, 0, 't', "old_name", {}}});
  const Side next = side({{0x3000, 0, 't', "old_name", {}}});
  EXPECT_THAT(matched_places(base, next, SectionClass::text),
              testing::ElementsAre(std::pair(0x1000u, 0x3000u)));
}

TEST(Matching, FamilyNames) {
  EXPECT_EQ(family_of("foo.isra.0.cold"), "foo");
  EXPECT_EQ(family_of("__key.17"), "__key");
  EXPECT_EQ(family_of("foo.llvm.1234567"), "foo");
  EXPECT_EQ(family_of("std::vector<int>::at(unsigned long)"),
            "std::vector<int>::at(unsigned long)");
  EXPECT_EQ(family_of("a name with spaces"), "a name with spaces");
  EXPECT_EQ(family_of(".text"), ".text");
}

}  // namespace
}  // namespace lodestone::explain
