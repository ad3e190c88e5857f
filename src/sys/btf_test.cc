// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/btf.h"

#include <gtest/gtest.h>

#include "sys/btf_builder.h"

namespace lodestone {
namespace {

std::string sample() {
  BtfBuilder btf;
  const uint32_t u64 = btf.add_int("u64", 8);
  const uint32_t rwsem = btf.add_struct("rw_semaphore", 16, {{"count", u64, 0}, {"owner", u64, 8}});
  btf.add_struct("", 8, {{"hidden", u64, 0}});
  btf.add_struct("mm_struct", 160,
                 {{"mmap", u64, 0}, {"", 3, 8}, {"mmap_lock", rwsem, 120}, {"end", u64, 152}});
  const uint32_t variable = btf.add_variable("osq_node", u64);
  btf.add_section(".data..percpu", {{variable, 0x213c0, 24}});
  return btf.bytes();
}

TEST(Btf, MembersOfInnerStructsAndPerCpuVariables) {
  const auto table = read_btf(sample());
  ASSERT_TRUE(table);
  const StructLayout* mm = table->find("mm_struct");
  ASSERT_NE(mm, nullptr);
  EXPECT_EQ(mm->size, 160u);
  ASSERT_EQ(mm->members.size(), 6u);
  EXPECT_EQ(mm->members[1].name, "hidden");
  EXPECT_EQ(mm->members[1].bit_offset, 64u);
  EXPECT_EQ(mm->members[4].name, "mmap_lock.owner");
  EXPECT_EQ(mm->members[4].bit_offset, 8 * 128u);
  ASSERT_EQ(table->variables.size(), 1u);
  EXPECT_EQ(table->variables[0].name, "osq_node");
  EXPECT_EQ(table->variables[0].offset, 0x213c0u);
  EXPECT_EQ(table->find("no_such"), nullptr);
}

TEST(Btf, EveryCutIsRefusedOrReadWithoutHarm) {
  const std::string whole = sample();
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(read_btf(std::string_view(whole).substr(0, length)).has_value()) << length;
}

TEST(Btf, StructsThatContainThemselvesEnd) {
  BtfBuilder btf;
  btf.add_struct("loop", 8, {{"self", 1, 0}, {"", 1, 0}, {"", 1, 0}});
  const auto table = read_btf(btf.bytes());
  ASSERT_TRUE(table);
  EXPECT_LE(table->structs.at(0).members.size(), 4096u);
}

}  // namespace
}  // namespace lodestone
