// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/code/code_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <deque>

#include "explain/analysis.h"
#include "explain/test_maps.h"

namespace lodestone::explain {
namespace {

constexpr uint64_t text = 0xffffffff81000000, rodata = 0xffffffff81a00000,
                   data = 0xffffffff81c00000;

std::string rel32(uint64_t at, size_t length, uint64_t target) {
  const auto value = static_cast<int32_t>(target - (at + length));
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}

// A kernel of one function under test at text+0x100, with some data around it.
struct Kernel {
  std::string code;
  uint64_t function = text + 0x100;
  uint64_t helper = text + 0x800;
  uint64_t variable = data + 0x40;
  uint64_t percpu = 0x1ac00, percpu_end = 0x20000;
  uint64_t literal = rodata + 0x200;
  std::vector<uint64_t> static_keys;
  std::string literal_text = "a string literal";

  Side side() const {
    KernelImage image;
    image.format = "ELF";
    image.is_elf = true;
    image.content = std::string(0x3000, '\x90');
    image.sections = {{".text", text, 0, 0x1000, true, true},
                      {".rodata", rodata, 0x1000, 0x1000, false, true},
                      {".data", data, 0x2000, 0x1000, false, true}};
    std::memset(image.content.data() + 0x1000, 0, 0x2000);
    std::memcpy(image.content.data() + (function - text), code.data(), code.size());
    std::strcpy(image.content.data() + 0x1000 + (literal - rodata), literal_text.c_str());
    for (size_t k = 0; k < static_keys.size(); ++k) {
      const uint64_t entry = rodata + 0x800 + 16 * k;
      const auto relative = static_cast<int32_t>(static_keys[k] - entry);
      std::memcpy(image.content.data() + 0x1800 + 16 * k, &relative, 4);
    }
    Side result;
    result.kind = "ELF";
    result.architecture = "x86_64";
    std::vector<Symbol> symbols = {
        {0, 0, 'D', "__per_cpu_start", {}},
        {0x8, 8, 'D', "fixed_percpu_data", {}},
        {percpu, 8, 'D', "current_task", {}},
        {percpu_end, 0, 'D', "__per_cpu_end", {}},
        {text, 0, 'T', "_stext", {}},
        {text + 0x10, 0x10, 'T', "first", {}},
        {function, code.size(), 'T', "tested", {}},
        {helper, 0x20, 'T', "helper", {}},
        {text + 0x1000, 0, 'T', "_etext", {}},
        {rodata, 0, 'R', "__start_rodata", {}},
        {rodata + 0x10, 8, 'r', "constant", {}},
        {rodata + 0x800, 0, 'R', "__start___jump_table", {}},
        {rodata + 0x800 + 16 * static_keys.size(), 0, 'R', "__stop___jump_table", {}},
        {rodata + 0x1000, 0, 'R', "__end_rodata", {}},
        {data, 0, 'D', "_sdata", {}},
        {variable, 8, 'D', "variable", {}},
        {data + 0x100, 8, 'D', "another", {}},
        {data + 0x1000, 0, 'D', "_edata", {}}};
    result.symbols = SymbolMap(std::move(symbols));
    result.image = std::make_shared<const KernelImage>(std::move(image));
    finish_symbols(result, true);
    return result;
  }
};

// Its names are the analysis', which is kept.
const CodeDifference& compare(const Kernel& base, const Kernel& next) {
  static std::deque<Result<Analysis>> kept;
  kept.push_back(analyse(base.side(), next.side(), {}));
  EXPECT_TRUE(kept.back().has_value());
  return kept.back()->code;
}

CodeLevel level(const Kernel& base, const Kernel& next) {
  const CodeDifference& code = compare(base, next);
  const FunctionChange* change = code.find("tested");
  return change ? change->level : CodeLevel::identical;
}

using namespace std::string_literals;

TEST(CodeDifference, OneNopIsOneInstruction) {
  Kernel base, next;
  base.code = "\x31\xd2\x48\x98\xc3"s;      // xor %edx,%edx; cltq; ret
  next.code = "\x31\xd2\x90\x48\x98\xc3"s;  // ... nop ...
  const CodeDifference& code = compare(base, next);
  ASSERT_EQ(code.changed.size(), 1u);
  EXPECT_EQ(code.changed[0].name, "tested");
  EXPECT_EQ(code.changed[0].level, CodeLevel::size);
  EXPECT_EQ(code.changed[0].instructions(), 1);
  ASSERT_EQ(code.changed[0].shown.size(), 1u);
  EXPECT_EQ(code.changed[0].shown[0].base, "");
  EXPECT_EQ(code.changed[0].shown[0].next, "nop");
}

TEST(CodeDifference, MovedTargetsAreTheSame) {
  const auto make = [](uint64_t shift) {
    Kernel kernel;
    kernel.helper += shift;
    kernel.variable += 8 * (shift > 0);
    kernel.percpu += shift * 4;
    kernel.literal += shift;
    const uint64_t at = kernel.function;
    std::string code = "\xe8"s + rel32(at, 5, kernel.helper);     // call helper
    code += "\x48\x8b\x05"s + rel32(at + 5, 7, kernel.variable);  // mov variable(%rip),%rax
    std::string offset(4, '\0');
    const auto value = static_cast<uint32_t>(kernel.percpu);
    std::memcpy(offset.data(), &value, 4);
    code += "\x65\x48\x8b\x04\x25"s + offset;  // mov %gs:current_task,%rax
    code += "\x48\xc7\xc0"s + offset;          // mov $current_task,%rax
    code += "\x48\x8d\x3d"s + rel32(at + code.size(), 7, kernel.literal);  // lea literal(%rip),%rdi
    code += "\xc3";
    kernel.code = code;
    return kernel;
  };
  EXPECT_EQ(level(make(0), make(0x20)), CodeLevel::identical);
}

TEST(CodeDifference, TheSizeOfThePerCpuAreaIsNoConstant) {
  Kernel base, next;
  next.percpu_end = 0x20080;
  base.code = "\xb8\x00\x00\x02\x00\xc3"s;  // mov $0x20000,%eax; ret
  next.code = "\xb8\x80\x00\x02\x00\xc3"s;  // mov $0x20080,%eax; ret
  EXPECT_EQ(level(base, next), CodeLevel::identical);
  next.percpu_end = 0x20100;
  EXPECT_NE(level(base, next), CodeLevel::identical);
}

// What a build leaves of its folder: WARN() passes __FILE__, and longer names shift the strings.
TEST(CodeDifference, OneSourceBuiltInTwoFoldersIsTheSame) {
  const auto make = [](uint64_t literal, const char* file) {
    Kernel kernel;
    kernel.literal = literal;
    kernel.literal_text = file;
    kernel.code =
        "\x48\x8d\x3d"s + rel32(kernel.function, 7, literal) + "\xc3";  // lea file(%rip),%rdi
    return kernel;
  };
  const Kernel base = make(rodata + 0x200, "/home/a/linux/kernel/fork.c");
  EXPECT_EQ(level(base, make(rodata + 0x248, "../kernel/fork.c")), CodeLevel::identical);
  EXPECT_EQ(level(base, make(rodata + 0x248, "/home/a/linux/kernel/exit.c")), CodeLevel::operands);
}

TEST(CodeDifference, AnotherTargetIsAChange) {
  Kernel base, next;
  base.code = "\x48\x8b\x05"s + rel32(base.function, 7, base.variable) + "\xc3";
  next.code = "\x48\x8b\x05"s + rel32(next.function, 7, data + 0x100) + "\xc3";
  EXPECT_EQ(level(base, next), CodeLevel::operands);
}

TEST(CodeDifference, MemberOffsetsAreConstants) {
  Kernel base, next;
  base.code = "\x48\x8b\x47\x10\xc3"s;              // mov 0x10(%rdi),%rax
  next.code = "\x48\x8b\x87\x98\x00\x00\x00\xc3"s;  // mov 0x98(%rdi),%rax: the long form
  const CodeDifference& code = compare(base, next);
  ASSERT_EQ(code.changed.size(), 1u);
  EXPECT_EQ(code.changed[0].level, CodeLevel::constants);
  ASSERT_EQ(code.changed[0].offsets.size(), 1u);
  EXPECT_EQ(code.changed[0].offsets[0].base, 0x10);
  EXPECT_EQ(code.changed[0].offsets[0].next, 0x98);
}

TEST(CodeDifference, OtherRegistersAreOperandsAndOtherOperationsMnemonics) {
  Kernel base, registers, operation;
  base.code = "\x48\x89\xf8\xc3"s;       // mov %rdi,%rax
  registers.code = "\x48\x89\xf0\xc3"s;  // mov %rsi,%rax
  operation.code = "\x48\x01\xf8\xc3"s;  // add %rdi,%rax
  EXPECT_EQ(level(base, registers), CodeLevel::operands);
  EXPECT_EQ(level(base, operation), CodeLevel::mnemonics);
  EXPECT_EQ(level(base, base), CodeLevel::identical);
}

TEST(CodeDifference, ShortAndNearJumpsAndPaddingAreTheSame) {
  Kernel base, next;
  base.code = "\x74\x01\xf4\xc3"s;                  // je +1; hlt; ret
  next.code = "\x0f\x84\x01\x00\x00\x00\xf4\xc3"s;  // the near form
  EXPECT_EQ(level(base, next), CodeLevel::identical);
  next.code += "\x90\x66\x90\xcc"s;
  EXPECT_EQ(level(base, next), CodeLevel::identical);
}

TEST(CodeDifference, BranchesToAnotherInstructionAreAChange) {
  Kernel base, next;
  base.code = "\x74\x01\xf4\xf4\xc3"s;  // je over one hlt
  next.code = "\x74\x02\xf4\xf4\xc3"s;  // je over both
  EXPECT_EQ(level(base, next), CodeLevel::operands);
}

TEST(CodeDifference, AStaticKeyIsOneSiteWhateverStandsThere) {
  Kernel base, next;
  base.code = "\x0f\x1f\x44\x00\x00\x48\x98\xc3"s;  // nopl 0(%rax,%rax,1)
  next.code = "\xe9\x02\x00\x00\x00\x48\x98\xc3"s;  // jmp
  EXPECT_NE(level(base, next), CodeLevel::identical);
  base.static_keys = {base.function};
  next.static_keys = {next.function};
  EXPECT_EQ(level(base, next), CodeLevel::identical);
}

TEST(CodeDifference, BytesThatAreNoInstructionsDoNotStopIt) {
  Kernel base, next;
  base.code = "\x06\x0f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s;
  next.code = base.code;
  next.code[3] = '\x06';
  EXPECT_EQ(level(base, base), CodeLevel::identical);
  EXPECT_NE(level(base, next), CodeLevel::identical);
}

}  // namespace
}  // namespace lodestone::explain
