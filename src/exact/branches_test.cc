// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/branches.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (int value : values) out += static_cast<char>(value);
  return out;
}

TEST(Branches, Targets) {
  EXPECT_EQ(branch_target(Machine::x86_64, 0x1000, bytes({0x74, 0x10})), 0x1012u);        // je
  EXPECT_EQ(branch_target(Machine::x86_64, 0x1000, bytes({0xeb, 0xfe})), 0x1000u);        // jmp
  EXPECT_EQ(branch_target(Machine::x86_64, 0x1000, bytes({0xe8, 0, 1, 0, 0})), 0x1105u);  // call
  EXPECT_EQ(branch_target(Machine::x86_64, 0x1000, bytes({0x0f, 0x85, 4, 0, 0, 0})), 0x100au);
  EXPECT_EQ(branch_target(Machine::x86_64, 0x1000, bytes({0xff, 0xd0})), 0u);  // call *%rax
  EXPECT_EQ(branch_target(Machine::x86_64, 0x1000, bytes({0x90})), 0u);
  auto word = [](uint32_t w) { return std::string(reinterpret_cast<char*>(&w), 4); };
  EXPECT_EQ(branch_target(Machine::arm64, 0x1000, word(0x17ffffff)), 0xffcu);   // b .-4
  EXPECT_EQ(branch_target(Machine::arm64, 0x1000, word(0x54000040)), 0x1008u);  // b.eq .+8
  EXPECT_EQ(branch_target(Machine::arm64, 0x1000, word(0x36000040)), 0x1008u);  // tbz .+8
  EXPECT_EQ(branch_target(Machine::arm64, 0x1000, word(0xd503201f)), 0u);       // nop
}

// A function with a loop of ten turns and a test in it that holds three times.
TEST(Branches, OutcomesFollowFromWhatIsBehind) {
  SymbolMap symbols = *symbols_from_text(
      "ffffffff81000000 T loop\n"
      "ffffffff81000100 T next\n");
  FunctionNames names(symbols);
  Counts counts;
  Path path;
  auto execute = [&](uint64_t place, Flow flow, std::initializer_list<int> code, uint32_t times) {
    path.executed.emplace_back(static_cast<uint32_t>(counts.instructions.size()), times);
    counts.instructions.push_back(
        {0xffffffff81000000 + place, static_cast<uint8_t>(flow), bytes(code)});
  };
  execute(0, Flow::none, {0x90}, 1);
  execute(1, Flow::none, {0x90}, 10);               // the loop's head
  execute(2, Flow::conditional, {0x74, 0x01}, 10);  // je 5
  execute(4, Flow::none, {0x90}, 7);
  execute(5, Flow::conditional, {0x75, 0xfa}, 10);   // jne 1
  execute(7, Flow::call, {0xe8, 0xf4, 0, 0, 0}, 1);  // next
  execute(12, Flow::ret, {0xc3}, 1);
  execute(0x100, Flow::ret, {0xc3}, 1);
  BranchCounts found = branches_of(path, counts, Machine::x86_64, names, true);
  EXPECT_EQ(found.conditional_taken, 3u + 9u);
  EXPECT_EQ(found.conditional_not_taken, 7u + 1u);
  EXPECT_EQ(found.conditional_unknown, 0u);
  EXPECT_EQ(found.calls, 1u);
  EXPECT_EQ(found.returns, 2u);
  EXPECT_EQ(branches_of(path, counts, Machine::x86_64, names, false).calls, 0u);
}

}  // namespace
}  // namespace lodestone::exact
