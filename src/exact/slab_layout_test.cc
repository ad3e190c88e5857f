// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/slab_layout.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

// As Linux 6.1 has them.
TypeTable types() {
  TypeTable table;
  table.structs = {{"kmem_cache",
                    216,
                    false,
                    {{"cpu_slab", "struct kmem_cache_cpu *", 0, 8},
                     {"size", "unsigned int", 8 * 24, 4},
                     {"name", "char *", 8 * 96, 8},
                     {"list", "struct list_head", 8 * 104, 16}}},
                   {"page", 64, false, {{"flags", "unsigned long", 0, 8}}},
                   {"slab", 64, false, {{"slab_cache", "struct kmem_cache *", 8 * 24, 8}}}};
  return table;
}

SymbolMap symbols() {
  return SymbolMap(std::vector<Symbol>{{0xffffffff82a00000, 16, 'D', "slab_caches", {}}});
}

TEST(SlabLayout, IsWhatTheTypesSay) {
  const auto layout = slab_layout_of(types(), symbols());
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->text(), "slabs ffffffff82a00000 68 60 18 18\n");
}

TEST(SlabLayout, IsUnknownWhereSomethingIsMissing) {
  EXPECT_FALSE(slab_layout_of(types(), SymbolMap()));
  EXPECT_FALSE(slab_layout_of(TypeTable{}, symbols()));
  TypeTable newer = types();
  newer.structs[2].members[0].bit_offset = 8 * 8;
  EXPECT_FALSE(slab_layout_of(newer, symbols())) << "over the list of free pages";
  TypeTable other = types();
  other.structs[0].members[0].name = "cpu_cache";  // the allocator that 6.8 dropped
  EXPECT_FALSE(slab_layout_of(other, symbols()));
}

}  // namespace
}  // namespace lodestone::exact
