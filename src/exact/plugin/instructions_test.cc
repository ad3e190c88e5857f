// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/instructions.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lodestone::exact {
namespace {

// The softirq handler ends with a plain return, a jump to the usual thunk, or a jump to the thunk
// of a mitigation, by where in a line of the cache its return stands.
TEST(Instructions, TheSoftirqHandlerEndsByAnyReturn) {
  constexpr uint64_t handler = 0xffffffff81000000, usual = 0xffffffff81001000,
                     its = 0xffffffff81002000, elsewhere = 0xffffffff81003000;
  Plan plan;
  plan.softirq = {handler, handler + 0x100};
  plan.return_thunk = usual;
  plan.mitigated_returns = {0xffffffff81004000, its};
  Instructions instructions(Machine::x86_64, plan);
  const auto jump = [&](uint64_t from, uint64_t to) {
    uint8_t bytes[5] = {0xe9};
    const auto displacement = static_cast<int32_t>(to - from - 5);
    std::memcpy(bytes + 1, &displacement, 4);
    return instructions.intern(from, bytes, 5, nullptr).action;
  };
  const uint8_t ret = 0xc3;
  EXPECT_EQ(instructions.intern(handler, &ret, 1, nullptr).action, Action::softirq_return);
  EXPECT_EQ(jump(handler + 0x10, usual), Action::softirq_return);
  EXPECT_EQ(jump(handler + 0x20, its), Action::softirq_return);
  EXPECT_NE(jump(handler + 0x30, elsewhere), Action::softirq_return);
  EXPECT_NE(jump(handler + 0x200, its), Action::softirq_return);
}

}  // namespace
}  // namespace lodestone::exact
