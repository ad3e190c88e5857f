// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/one_content.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/explanation.h"

namespace lodestone::explain {
namespace {

constexpr uint64_t text = 0xffffffff81000000;

// An unstripped vmlinux, or the packed image of the same: the sections in another order, and only
// functions have names.
Side side_of(bool packed, char last_byte) {
  KernelImage image;
  image.format = packed ? "bzImage" : "ELF";
  image.is_elf = true;
  std::string code(0x1000, '\x90'), data(0x1000, '\x01');
  code[0x80] = last_byte;
  image.content = packed ? data + code : code + data;
  image.sections = {{".text", text, packed ? 0x1000u : 0u, 0x1000, true, true},
                    {".data", text + 0x1000, packed ? 0u : 0x1000u, 0x1000, false, true},
                    {".comment", 0, 0, packed ? 0u : 0x20u, false, true}};
  Side side;
  side.kind = image.format;
  side.digest = packed ? 1 : 2;
  side.architecture = "x86_64";
  std::vector<Symbol> symbols = {{text, 0, 'T', "_stext", {}},
                                 {text + 0x40, 0x20, 'T', "alpha", {}},
                                 {text + 0x80, 0x20, 'T', "beta", {}},
                                 {text + 0x1000, 0, 'T', "_etext", {}}};
  if (!packed) {
    symbols.push_back({text + 0x60, 0x20, 't', "hidden", {}});
    symbols.push_back({text + 0x1040, 8, 'D', "jiffies_64", {}});
  }
  side.symbols = SymbolMap(std::move(symbols));
  side.image = std::make_shared<const KernelImage>(std::move(image));
  finish_symbols(side, !packed);
  return side;
}

Explanation explained(Side base, Side next) {
  auto analysis = analyse(std::move(base), std::move(next), {});
  EXPECT_TRUE(analysis);
  return explain(*analysis);
}

TEST(OneContent, APackedImageAndItsVmlinuxAreOneKernel) {
  for (const bool packed_first : {true, false}) {
    const Explanation e = explained(side_of(packed_first, '\x90'), side_of(!packed_first, '\x90'));
    EXPECT_EQ(e.verdict.verdict, VerdictClass::identical);
    EXPECT_EQ(e.strength, Strength::strong);
    EXPECT_THAT(e.answer, testing::HasSubstr("the same kernel in two forms"));
    EXPECT_TRUE(e.also_consistent.empty());
  }
}

TEST(OneContent, AnotherByteIsAnotherKernel) {
  const Explanation e = explained(side_of(true, '\x90'), side_of(false, '\xf8'));
  EXPECT_NE(e.verdict.verdict, VerdictClass::identical);
  EXPECT_THAT(e.answer, testing::HasSubstr("beta"));
}

}  // namespace
}  // namespace lodestone::explain
