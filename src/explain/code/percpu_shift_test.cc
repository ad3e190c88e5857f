// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/percpu_shift.h"

#include <gtest/gtest.h>

namespace lodestone::explain {
namespace {

PercpuShift learned() {
  PercpuShift shift;
  shift.learn(0x1a000, 0x1a000);
  shift.learn(0x1b000, 0x1b060);  // an array of 72 bytes stands before it, aligned to 32
  shift.learn(0x20000, 0x20080);
  shift.learn(0x20000, 0x20080);
  shift.learn(0x1c000, 0x1c060);
  shift.learn(0x1c000, 0x1c080);  // not to be told
  shift.settle();
  return shift;
}

TEST(PercpuShift, MovesAsItsNeighboursDid) {
  const PercpuShift shift = learned();
  EXPECT_TRUE(shift.moved(0x1b185, 0x1b1e5));
  EXPECT_TRUE(shift.moved(0x1fdc0, 0x1fe40));
  EXPECT_TRUE(shift.moved(0x20010, 0x20090));   // behind the last
  EXPECT_TRUE(shift.moved(0x1a800, 0x1a860));   // before or behind the array
  EXPECT_FALSE(shift.moved(0x1fdc0, 0x1ff00));  // further than any
  EXPECT_FALSE(shift.moved(0x1fdc0, 0x1fd80));  // the other way
  EXPECT_FALSE(shift.moved(0x20010, 0x20050));
  const std::map<int64_t, size_t> distances{{0x60, 1}, {0x80, 1}};
  EXPECT_EQ(shift.distances(), distances);
}

TEST(PercpuShift, LimitsAndMembersOfStructsAreNoOffsets) {
  const PercpuShift shift = learned();
  EXPECT_FALSE(shift.moved(0x10000, 0x20000));
  EXPECT_FALSE(shift.moved(0x2340, 0x23a0));
  EXPECT_FALSE(shift.moved(0x40000, 0x40080));  // far behind the area
  EXPECT_FALSE(PercpuShift().moved(0x1b185, 0x1b1e5));
}

}  // namespace
}  // namespace lodestone::explain
