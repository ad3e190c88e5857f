// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/arm64.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "explain/analysis.h"

namespace lodestone::explain {
namespace {

constexpr uint64_t text = 0xffff800008010000, data = 0xffff800009000000;

std::string code_of(std::initializer_list<uint32_t> words) {
  std::string bytes;
  for (const uint32_t word : words) bytes.append(reinterpret_cast<const char*>(&word), 4);
  return bytes;
}

uint32_t adrp(uint32_t reg, uint64_t at, uint64_t target) {
  const auto pages = static_cast<uint32_t>((target >> 12) - (at >> 12));
  return 0x90000000 | (pages & 3) << 29 | (pages >> 2 & 0x7ffff) << 5 | reg;
}
uint32_t add(uint32_t rd, uint32_t rn, uint32_t value) {
  return 0x91000000 | value << 10 | rn << 5 | rd;
}
uint32_t ldr_x(uint32_t rt, uint32_t rn, uint32_t bytes) {
  return 0xf9400000 | bytes / 8 << 10 | rn << 5 | rt;
}
uint32_t bl(uint64_t at, uint64_t target) {
  return 0x94000000 | (static_cast<uint32_t>((target - at) / 4) & 0x3ffffff);
}
constexpr uint32_t ret = 0xd65f03c0, nop = 0xd503201f;

TEST(Arm64, JoinsThePageWithTheBitsThatCompleteIt) {
  const std::string code =
      code_of({adrp(0, text, data + 0x1238), add(0, 0, 0x238), adrp(1, text + 8, data + 0x2000),
               ldr_x(2, 1, 0x10), ldr_x(2, 1, 0x18), ret});
  const auto instructions = decode_arm64(code, text, {});
  ASSERT_EQ(instructions.size(), 6u);
  EXPECT_TRUE(instructions[1].rip);
  EXPECT_EQ(instructions[1].target, data + 0x1238);
  EXPECT_EQ(instructions[3].target, data + 0x2010);
  EXPECT_EQ(instructions[4].target, data + 0x2018);
}

TEST(Arm64, ACallForgetsThePagesOfClobberedRegisters) {
  const std::string code = code_of({adrp(1, text, data), adrp(19, text + 4, data),
                                    bl(text + 8, text), ldr_x(2, 1, 8), ldr_x(2, 19, 8), ret});
  const auto instructions = decode_arm64(code, text, {});
  ASSERT_EQ(instructions.size(), 6u);
  EXPECT_FALSE(instructions[3].rip);
  EXPECT_EQ(instructions[3].displacement, 8);
  EXPECT_EQ(instructions[4].target, data + 8);
}

TEST(Arm64, PrintsWhatObjdumpPrints) {
  const auto shown = [](uint32_t word) { return disassemble_arm64(code_of({word}), text); };
  // As printed by aarch64-linux-gnu-objdump 2.40.
  EXPECT_EQ(shown(0xa9bf7bfd), "stp x29, x30, [sp, #-0x10]");  // less the write-back mark
  EXPECT_EQ(shown(0xf9400421), "ldr x1, [x1, #0x8]");
  EXPECT_EQ(shown(0xb9000fe0), "str w0, [sp, #0xc]");
  EXPECT_EQ(shown(0x910003fd), "add x29, sp, #0x0");
  EXPECT_EQ(shown(0xf100041f), "cmp x0, #0x1");
  EXPECT_EQ(shown(0x52800020), "movz w0, #0x1");
  EXPECT_EQ(shown(0xd65f03c0), "ret");
  EXPECT_EQ(shown(0xd5384100), ".inst 0xd5384100");
  EXPECT_EQ(shown(0xd503203f), "yield");
  EXPECT_EQ(shown(0x54000040), "b.eq 0xffff800008010008");
}

TEST(Arm64, CountsWhatAFunctionDoes) {
  const std::string code = code_of(
      {0xa9bf7bfd, 0xc85ffc01, 0xc8027c03, 0xb8e00020, 0xd63f0000, 0x35ffffc2, 0xd503203f, ret});
  const Tally tally = tally_arm64(code, decode_arm64(code, text, {}));
  EXPECT_EQ(tally.instructions, 8);
  EXPECT_EQ(tally.locked, 3);  // ldaxr, stxr, ldaddal
  EXPECT_EQ(tally.stores, 3);  // stp, stxr, ldaddal
  EXPECT_EQ(tally.loads, 2);
  EXPECT_EQ(tally.indirect_calls, 1);
  EXPECT_EQ(tally.branches, 3);
  EXPECT_EQ(tally.pauses, 1);
}

Side kernel(uint64_t variable, std::initializer_list<uint32_t> code) {
  KernelImage image;
  image.architecture = Architecture::arm64;
  image.format = "ELF";
  image.is_elf = true;
  image.content = std::string(0x4000, '\0');
  image.sections = {{".text", text, 0, 0x1000, true, true},
                    {".data", data, 0x1000, 0x3000, false, true}};
  const std::string bytes = code_of(code);
  std::memcpy(image.content.data() + 0x100, bytes.data(), bytes.size());
  Side side;
  side.kind = "ELF";
  side.architecture = "arm64";
  side.symbols = SymbolMap({{text, 0, 'T', "_stext", {}},
                            {text + 0x100, bytes.size(), 'T', "tested", {}},
                            {text + 0x200, 16, 'T', "helper", {}},
                            {text + 0x1000, 0, 'T', "_etext", {}},
                            {data, 0, 'D', "_sdata", {}},
                            {variable, 8, 'D', "variable", {}},
                            {data + 0x2800, 8, 'D', "other", {}},
                            {data + 0x3000, 0, 'D', "_edata", {}}});
  side.image = std::make_shared<const KernelImage>(std::move(image));
  finish_symbols(side, true);
  return side;
}

Side reading(uint64_t variable, uint32_t last = nop) {
  const uint64_t at = text + 0x100;
  return kernel(variable,
                {adrp(0, at, variable), ldr_x(1, 0, static_cast<uint32_t>(variable & 0xfff)),
                 bl(at + 8, text + 0x200), last, ret});
}

TEST(Arm64, MovedDataIsTheSameAndAnotherInstructionIsAChange) {
  auto same = analyse(reading(data + 0x40), reading(data + 0x1fc8), {});
  ASSERT_TRUE(same.has_value());
  ASSERT_TRUE(same->code.done);
  EXPECT_TRUE(same->code.changed.empty());
  // mov x0, xzr in the place of the nop.
  auto changed = analyse(reading(data + 0x40), reading(data + 0x40, 0xaa1f03e0), {});
  ASSERT_TRUE(changed.has_value());
  ASSERT_EQ(changed->code.changed.size(), 1u);
  EXPECT_EQ(changed->code.changed[0].level, CodeLevel::mnemonics);
  EXPECT_EQ(changed->code.changed[0].shown[0].base, "nop");
}

}  // namespace
}  // namespace lodestone::explain
