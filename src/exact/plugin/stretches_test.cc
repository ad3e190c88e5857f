// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/stretches.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

TEST(Stretches, OneForTheSameInstructions) {
  Plan plan;
  Instructions instructions(Machine::x86_64, plan);
  const uint8_t nop = 0x90, ret = 0xc3, pause[] = {0xf3, 0x90};
  const Instruction* first = &instructions.intern(0xffffffff81000000, &nop, 1, nullptr);
  const Instruction* second = &instructions.intern(0xffffffff81000001, &nop, 1, first);
  const Instruction* last = &instructions.intern(0xffffffff81000002, &ret, 1, second);
  // The same place after its code was patched.
  const Instruction* patched = &instructions.intern(0xffffffff81000001, pause, 2, first);
  Stretches stretches;
  const Instruction* all[] = {first, second, last};
  const Stretch& whole = stretches.intern(all);
  EXPECT_EQ(whole.length(), 3u);
  EXPECT_EQ(whole.branches, 1u);
  EXPECT_EQ(whole.calls, 0u);
  EXPECT_FALSE(whole.user);
  EXPECT_EQ(&stretches.intern(all), &whole);
  const Instruction* tail[] = {second, last};
  const Instruction* other[] = {first, patched, last};
  EXPECT_EQ(stretches.intern(tail).index, 1u);
  EXPECT_EQ(stretches.intern(other).index, 2u);
  EXPECT_EQ(stretches.size(), 3u);
}

}  // namespace
}  // namespace lodestone::exact
