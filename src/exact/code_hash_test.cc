// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/code_hash.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

SymbolMap symbols() {
  return *symbols_from_text(
      "0000000000000000 A __per_cpu_start\n"
      "0000000000019000 A some_variable\n"
      "0000000000019040 A other_variable\n"
      "0000000000034000 A __per_cpu_end\n"
      "ffffffff81000000 T start\n");
}

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (int value : values) out += static_cast<char>(value);
  return out;
}

std::string mask(std::initializer_list<int> values) {
  SymbolMap map = symbols();
  CodeHash hash(Architecture::x86_64, map);
  return hash.mask(bytes(values));
}

TEST(CodeHash, MasksWhatDependsOnPlaces) {
  EXPECT_EQ(mask({0xe8, 1, 2, 3, 4}), bytes({0xe8, 0, 0, 0, 0}));  // call
  EXPECT_EQ(mask({0x74, 0x10}), bytes({0x74, 0}));                 // je
  EXPECT_EQ(mask({0x48, 0x8b, 0x05, 1, 2, 3, 4}), bytes({0x48, 0x8b, 0x05, 0, 0, 0, 0}));
  // mov $0xffffffff81234567,%rdi
  EXPECT_EQ(mask({0x48, 0xc7, 0xc7, 0x67, 0x45, 0x23, 0x81}),
            bytes({0x48, 0xc7, 0xc7, 0, 0, 0, 0}));
  // mov -0x7dc634a0(,%rax,8),%rax: __per_cpu_offset[]
  EXPECT_EQ(mask({0x48, 0x8b, 0x04, 0xc5, 0x60, 0xcb, 0x39, 0x82}),
            bytes({0x48, 0x8b, 0x04, 0xc5, 0, 0, 0, 0}));
  // mov %gs:0x19040,%eax
  EXPECT_EQ(mask({0x65, 0x8b, 0x04, 0x25, 0x40, 0x90, 0x01, 0x00}),
            bytes({0x65, 0x8b, 0x04, 0x25, 0, 0, 0, 0}));
  // mov $0x19040,%rax: the offset of a per-CPU variable
  EXPECT_EQ(mask({0x48, 0xc7, 0xc0, 0x40, 0x90, 0x01, 0x00}),
            bytes({0x48, 0xc7, 0xc0, 0, 0, 0, 0}));
}

// mov $OFFSET,%rax of a member inside a per-CPU variable that moved by 64 bytes.
TEST(CodeHash, KnowsPlacesInsidePerCpuVariables) {
  const SymbolMap moved = *symbols_from_text(
      "0000000000000000 A __per_cpu_start\n"
      "0000000000019000 A some_variable\n"
      "0000000000019080 A other_variable\n"
      "0000000000034000 A __per_cpu_end\n"
      "ffffffff81000000 T start\n");
  CodeHash hash(Architecture::x86_64, moved);
  const std::string before = mask({0x48, 0xc7, 0xc0, 0x55, 0x91, 0x01, 0x00});
  EXPECT_EQ(before, hash.mask(bytes({0x48, 0xc7, 0xc0, 0x95, 0x91, 0x01, 0x00})));
  EXPECT_NE(before, hash.mask(bytes({0x48, 0xc7, 0xc0, 0x96, 0x91, 0x01, 0x00})));
  EXPECT_NE(before, hash.mask(bytes({0x48, 0xc7, 0xc0, 0x55, 0x91, 0x01, 0x00})));
}

TEST(CodeHash, KeepsConstants) {
  EXPECT_EQ(mask({0x48, 0xc7, 0xc0, 0x00, 0x00, 0x02, 0x00}),
            bytes({0x48, 0xc7, 0xc0, 0x00, 0x00, 0x02, 0x00}));  // mov $0x20000
  EXPECT_EQ(mask({0xf7, 0xc2, 0x40, 0x90, 0x01, 0x00}),
            bytes({0xf7, 0xc2, 0x40, 0x90, 0x01, 0x00}));  // test $0x19040,%edx
  EXPECT_EQ(mask({0x8b, 0x80, 0x78, 0x14, 0, 0}),
            bytes({0x8b, 0x80, 0x78, 0x14, 0, 0}));                            // 0x1478(%rax)
  EXPECT_EQ(mask({0x48, 0x83, 0xec, 0x18}), bytes({0x48, 0x83, 0xec, 0x18}));  // sub $0x18,%rsp
  EXPECT_EQ(mask({0x48, 0xc7, 0xc0, 0xf2, 0xff, 0xff, 0xff}),
            bytes({0x48, 0xc7, 0xc0, 0xf2, 0xff, 0xff, 0xff}));  // mov $-EFAULT
}

TEST(CodeHash, MasksArm64PageOffsets) {
  SymbolMap map = symbols();
  CodeHash hash(Architecture::arm64, map);
  auto word = [](uint32_t w) { return std::string(reinterpret_cast<char*>(&w), 4); };
  EXPECT_EQ(hash.mask(word(0x94001234)), word(0x94000000));  // bl
  EXPECT_EQ(hash.mask(word(0x91004000)), word(0x91004000));  // add x0, x0, #16
  EXPECT_EQ(hash.mask(word(0xb0001240)), word(0x90000000));  // adrp x0
  EXPECT_EQ(hash.mask(word(0x91004000)), word(0x91000000));  // add x0, x0, #:lo12:
}

TEST(CodeHash, OrderAndLengthMatter) {
  SymbolMap map = symbols();
  CodeHash a(Architecture::x86_64, map);
  CodeHash b(Architecture::x86_64, map);
  a.add(bytes({0x90}));
  a.add(bytes({0xc3}));
  b.add(bytes({0xc3}));
  b.add(bytes({0x90}));
  EXPECT_NE(a.value(), b.value());
  b.start_again();
  b.add(bytes({0x90}));
  b.add(bytes({0xc3}));
  EXPECT_EQ(a.value(), b.value());
}

}  // namespace
}  // namespace lodestone::exact
