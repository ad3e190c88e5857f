// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/plugin/register_only.h"

#include <gtest/gtest.h>

#include <vector>

namespace lodestone::exact {
namespace {

bool x86(std::vector<uint8_t> bytes) {
  return is_register_only(Machine::x86_64, bytes.data(), bytes.size());
}
bool arm(uint32_t word) {
  return is_register_only(Machine::arm64, reinterpret_cast<const uint8_t*>(&word), sizeof word);
}

TEST(RegisterOnly, X86WorkOnRegisters) {
  EXPECT_TRUE(x86({0x90}));
  EXPECT_TRUE(x86({0x66, 0x90}));
  EXPECT_TRUE(x86({0xf3, 0x0f, 0x1e, 0xfa}));              // endbr64
  EXPECT_TRUE(x86({0x0f, 0x1f, 0x44, 0x00, 0x00}));        // nopl 0(%rax,%rax)
  EXPECT_TRUE(x86({0x48, 0x89, 0xc3}));                    // mov %rax,%rbx
  EXPECT_TRUE(x86({0x48, 0x8d, 0x04, 0x25, 0, 0, 0, 0}));  // lea
  EXPECT_TRUE(x86({0x31, 0xc0}));                          // xor %eax,%eax
  EXPECT_TRUE(x86({0x48, 0x83, 0xe4, 0xf0}));              // and $-16,%rsp
  EXPECT_TRUE(x86({0x3d, 1, 0, 0, 0}));                    // cmp $1,%eax
  EXPECT_TRUE(x86({0xf7, 0xd8}));                          // neg %eax
  EXPECT_TRUE(x86({0x0f, 0xb6, 0xc0}));                    // movzbl %al,%eax
  EXPECT_TRUE(x86({0x48, 0x0f, 0x44, 0xc2}));              // cmove %rdx,%rax
  EXPECT_TRUE(x86({0xff, 0xc0}));                          // inc %eax
}

TEST(RegisterOnly, X86OthersMayLeave) {
  EXPECT_FALSE(x86({0xf3, 0x90}));                                // pause
  EXPECT_FALSE(x86({0x48, 0x8b, 0x00}));                          // mov (%rax),%rax
  EXPECT_FALSE(x86({0x65, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0}));  // mov %gs:0,%rax
  EXPECT_FALSE(x86({0x55}));                                      // push
  EXPECT_FALSE(x86({0xf7, 0xf1}));                                // div %ecx
  EXPECT_FALSE(x86({0xff, 0xd0}));                                // call *%rax
  EXPECT_FALSE(x86({0x74, 0x10}));                                // je
  EXPECT_FALSE(x86({0xe8, 0, 0, 0, 0}));
  EXPECT_FALSE(x86({0xc3}));
  EXPECT_FALSE(x86({0x0f, 0x0b}));              // ud2
  EXPECT_FALSE(x86({0x0f, 0x05}));              // syscall
  EXPECT_FALSE(x86({0xf0, 0x0f, 0xb1, 0x0f}));  // lock cmpxchg
  EXPECT_FALSE(x86({0xf3, 0xa4}));              // rep movsb
  EXPECT_FALSE(x86({0xfb}));                    // sti
  EXPECT_FALSE(x86({0x0f, 0x22, 0xd8}));        // mov %rax,%cr3
  EXPECT_FALSE(x86({0xcc}));
  EXPECT_FALSE(x86({0x06}));
  EXPECT_FALSE(x86({0x0f}));
  EXPECT_FALSE(x86({}));
}

TEST(RegisterOnly, Arm64) {
  EXPECT_TRUE(arm(0x91000000));   // add x0, x0, #0
  EXPECT_TRUE(arm(0x90000000));   // adrp
  EXPECT_TRUE(arm(0xaa0003e1));   // mov x1, x0
  EXPECT_TRUE(arm(0x9ac10800));   // udiv does not fault
  EXPECT_FALSE(arm(0xdac10000));  // pacia
  EXPECT_FALSE(arm(0xd503201f));  // nop is a system instruction
  EXPECT_FALSE(arm(0xf9400000));  // ldr
  EXPECT_FALSE(arm(0x14000001));  // b
  EXPECT_FALSE(arm(0xd65f03c0));  // ret
  EXPECT_FALSE(arm(0x4e201c00));  // vector
}

}  // namespace
}  // namespace lodestone::exact
