// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/memory.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lodestone::exact {
namespace {

TEST(CacheModel, ReplacesTheLeastRecentlyUsed) {
  CacheModel cache(128, 2, 64);  // one set of two ways
  EXPECT_TRUE(cache.miss(0));
  EXPECT_TRUE(cache.miss(64));
  EXPECT_FALSE(cache.miss(63));
  EXPECT_TRUE(cache.miss(128));  // 64 goes, 0 was used later
  EXPECT_FALSE(cache.miss(0));
  EXPECT_TRUE(cache.miss(64));
}

TEST(CacheModel, SetsDoNotDisturbEachOther) {
  CacheModel cache(256, 1, 64);
  for (uint64_t address : {0, 64, 128, 192}) EXPECT_TRUE(cache.miss(address));
  for (uint64_t address : {0, 64, 128, 192}) EXPECT_FALSE(cache.miss(address));
  EXPECT_TRUE(cache.miss(256));
  EXPECT_TRUE(cache.miss(0));
}

Instruction instruction(std::initializer_list<uint8_t> bytes) {
  Instruction made;
  made.size = static_cast<uint8_t>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), made.bytes.begin());
  made.kernel = true;
  made.address = 0xffffffff81000000;
  return made;
}

TEST(Memory, CountsDistinctLinesOfAnOperation) {
  Plan plan;
  plan.count = Count::memory;
  Memory memory(plan, 1);
  Instruction load = instruction({0x8b, 0x00});
  auto first = memory.access(0, load, 0x1000, 8, false, 1, true);
  EXPECT_TRUE(first.new_line);
  EXPECT_TRUE(first.new_pair);
  EXPECT_FALSE(memory.access(0, load, 0x1008, 8, false, 1, true).new_line);
  auto neighbour = memory.access(0, load, 0x1040, 8, false, 1, true);
  EXPECT_TRUE(neighbour.new_line);
  EXPECT_FALSE(neighbour.new_pair);
  EXPECT_TRUE(memory.access(0, load, 0x1000, 8, false, 2, true).new_line);
}

TEST(Memory, LearnsPerCpuOffsets) {
  Plan plan;
  plan.count = Count::sharing;
  Memory memory(plan, 2);
  Instruction load = instruction({0x65, 0x8b, 0x04, 0x25, 0x40, 0x90, 0x01, 0x00});
  load.per_cpu_variable = 0x19040;
  memory.access(1, load, 0xffff88801f519040, 4, false, 0, false);
  EXPECT_EQ(memory.per_cpu_offset(1), 0xffff88801f500000u);
  EXPECT_EQ(memory.per_cpu_offset(0), 0u);
}

}  // namespace
}  // namespace lodestone::exact
