// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/decode.h"

#include <gtest/gtest.h>

#include <vector>

namespace lodestone::exact {
namespace {

Flow x86(std::vector<uint8_t> bytes) {
  return flow_of(Machine::x86_64, bytes.data(), bytes.size());
}
Flow arm(uint32_t word) {
  return flow_of(Machine::arm64, reinterpret_cast<const uint8_t*>(&word), sizeof word);
}

TEST(Decode, X86Branches) {
  EXPECT_EQ(x86({0x74, 0x10}), Flow::conditional);
  EXPECT_EQ(x86({0x0f, 0x85, 1, 0, 0, 0}), Flow::conditional);
  EXPECT_EQ(x86({0xe3, 0x10}), Flow::conditional);
  EXPECT_EQ(x86({0xe8, 1, 0, 0, 0}), Flow::call);
  EXPECT_EQ(x86({0xeb, 0x10}), Flow::jump);
  EXPECT_EQ(x86({0xff, 0xd0}), Flow::indirect_call);        // call *%rax
  EXPECT_EQ(x86({0x41, 0xff, 0xd3}), Flow::indirect_call);  // call *%r11
  EXPECT_EQ(x86({0x3e, 0xff, 0xe0}), Flow::indirect_jump);  // notrack jmp *%rax
  EXPECT_EQ(x86({0xc3}), Flow::ret);
  EXPECT_EQ(x86({0xf3, 0xc3}), Flow::ret);
  EXPECT_EQ(x86({0x48, 0xcf}), Flow::exception_return);
  EXPECT_EQ(x86({0x48, 0x0f, 0x07}), Flow::system_return);
}

TEST(Decode, X86OtherInstructions) {
  EXPECT_EQ(x86({0x90}), Flow::none);
  EXPECT_EQ(x86({0xff, 0x00}), Flow::none);  // incl (%rax)
  EXPECT_EQ(x86({0xff, 0x30}), Flow::none);  // push (%rax)
  EXPECT_EQ(x86({0x0f, 0x05}), Flow::none);  // syscall
  EXPECT_EQ(x86({0x48, 0x89, 0xc3}), Flow::none);
  EXPECT_EQ(x86({}), Flow::none);
}

TEST(Decode, Arm64Branches) {
  EXPECT_EQ(arm(0x14000001), Flow::jump);
  EXPECT_EQ(arm(0x94000001), Flow::call);
  EXPECT_EQ(arm(0x54000020), Flow::conditional);  // b.eq
  EXPECT_EQ(arm(0xb4000020), Flow::conditional);  // cbz x0
  EXPECT_EQ(arm(0x37000020), Flow::conditional);  // tbnz w0, #0
  EXPECT_EQ(arm(0xd61f0000), Flow::indirect_jump);
  EXPECT_EQ(arm(0xd63f0000), Flow::indirect_call);
  EXPECT_EQ(arm(0xd65f03c0), Flow::ret);
  EXPECT_EQ(arm(0xd65f0bff), Flow::ret);  // retaa
  EXPECT_EQ(arm(0xd69f03e0), Flow::exception_return);
  EXPECT_EQ(arm(0xd503201f), Flow::none);  // nop
  EXPECT_EQ(arm(0x91000000), Flow::none);
}

TEST(Decode, Marks) {
  std::vector<uint8_t> mark{0x0f, 0x1f, 0x84, 0x00, 0x02, 0x4c, 0x53, 0x4c};
  EXPECT_EQ(mark_of(Machine::x86_64, mark.data(), mark.size()), 0x4c02u);
  mark[7] = 0;
  EXPECT_EQ(mark_of(Machine::x86_64, mark.data(), mark.size()), 0u);
  uint32_t word = 0xd280001f | 0x4c05u << 5;
  EXPECT_EQ(mark_of(Machine::arm64, reinterpret_cast<uint8_t*>(&word), 4), 0x4c05u);
  word = 0xd280001f;
  EXPECT_EQ(mark_of(Machine::arm64, reinterpret_cast<uint8_t*>(&word), 4), 0u);
}

}  // namespace
}  // namespace lodestone::exact
