// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/per_cpu.h"

#include <gtest/gtest.h>

#include <vector>

namespace lodestone::exact {
namespace {

constexpr uint64_t code = 0xffff800008012344;

// The variable that the last instruction accesses.
uint64_t arm64(const std::vector<uint32_t>& words) {
  PerCpuAccesses accesses(Machine::arm64);
  accesses.begin_block();
  uint64_t variable = 0;
  for (size_t i = 0; i < words.size(); ++i)
    variable = accesses.next(code + 4 * i, reinterpret_cast<const uint8_t*>(&words[i]), 4);
  return variable;
}

TEST(PerCpuAccesses, X86) {
  PerCpuAccesses accesses(Machine::x86_64);
  const uint8_t absolute[] = {0x65, 0x8b, 0x04, 0x25, 0x40, 0x90, 0x01, 0x00};
  EXPECT_EQ(accesses.next(0xffffffff81000000, absolute, sizeof absolute), 0x19040u);
  const uint8_t relative[] = {0x65, 0x48, 0x8b, 0x05, 0x10, 0x00, 0x00, 0x00};
  EXPECT_EQ(accesses.next(0xffffffff81000000, relative, sizeof relative), 0xffffffff81000018u);
  const uint8_t by_register[] = {0x65, 0x48, 0x8b, 0x00};
  EXPECT_EQ(accesses.next(0xffffffff81000000, by_register, sizeof by_register), 0u);
}

TEST(PerCpuAccesses, Arm64FollowsTheAddress) {
  // adrp x0, +0x1000; add x0, x0, #0x40; mrs x1, tpidr_el1; ldr x2, [x0, x1]
  EXPECT_EQ(arm64({0xb0000000, 0x91010000, 0xd538d081, 0xf8616802}), 0xffff800008013040u);
  // ... add x0, x0, x1; ldr x2, [x0, #8]
  EXPECT_EQ(arm64({0xb0000000, 0x91010000, 0xd538d081, 0x8b010000, 0xf9400402}),
            0xffff800008013048u);
  // ... mov x3, x0; ldxr w2, [x3]
  EXPECT_EQ(arm64({0xb0000000, 0x91010000, 0xd538d081, 0x8b010000, 0xaa0003e3, 0x885f7c62}),
            0xffff800008013040u);
}

TEST(PerCpuAccesses, Arm64ForgetsWhatIsOverwritten) {
  // The address was loaded from memory in between.
  EXPECT_EQ(arm64({0xb0000000, 0x91010000, 0xf9400000, 0xd538d081, 0xf8616802}), 0u);
  // ldr x5, [x0], #8 moves its base.
  EXPECT_EQ(arm64({0xb0000000, 0xd538d081, 0x8b010000, 0xf8408405, 0xf9400402}), 0u);
  // A plain address is no per-CPU one.
  EXPECT_EQ(arm64({0xb0000000, 0x91010000, 0xf9400402}), 0u);
}

}  // namespace
}  // namespace lodestone::exact
