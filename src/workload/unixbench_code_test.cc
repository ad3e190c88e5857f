// SPDX-License-Identifier: GPL-2.0-or-later
// That the compiler left the work in: the machine code of the timed loops, and how fast their
// counters grow.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/text.h"
#include "sys/process.h"
#include "workload/catalog.h"

namespace lodestone {
namespace {

bool have_objdump() {
  return std::system("command -v objdump >/dev/null 2>&1") == 0;
}

// The disassembly of one function of a workload's program.
std::string code_of(const std::string& workload, const std::string& function) {
  const auto program = workload_program(*find_workload("unixbench/" + workload));
  EXPECT_TRUE(program);
  Command command;
  command.words = {"objdump", "-d", "--no-show-raw-insn", "--disassemble=" + function, *program};
  const auto finished = run_command(command);
  EXPECT_TRUE(finished && finished->succeeded());
  return finished ? finished->output : "";
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(UnixbenchCode, DhrystoneKeepsItsCalls) {
  if (!have_objdump()) GTEST_SKIP() << "objdump is not installed (binutils)";
  for (const char* name : {"dhry2reg", "dhry2"})
    for (const char* build : {"_o3_", "_o2_"}) {
      const std::string prefix = std::string(name) + build;
      const std::string loop = code_of(name, prefix + "passes");
      auto calls = [&](const std::string& text, const std::string& procedure) {
        return count_of(text, "<" + prefix + procedure + ">\n");
      };
      EXPECT_EQ(calls(loop, "Func_2"), 1) << loop;
      EXPECT_EQ(calls(loop, "Proc_8"), 1);
      EXPECT_EQ(calls(loop, "Proc_1"), 1);
      EXPECT_GE(calls(loop, "Func_1"), 1);
      EXPECT_GE(calls(loop, "Proc_7"), 1);
      const std::string first = code_of(name, prefix + "Proc_1");
      EXPECT_EQ(calls(first, "Proc_7"), 2);
      EXPECT_EQ(calls(first, "Proc_6"), 1);
      EXPECT_EQ(count_of(code_of(name, prefix + "Func_2"), "<strcmp@plt>"), 1);
    }
}

TEST(UnixbenchCode, ArithmeticDividesEachTurn) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "reads x86-64 instructions";
#endif
  if (!have_objdump()) GTEST_SKIP() << "objdump is not installed (binutils)";
  for (const char* name : {"short", "int", "long", "register"})
    EXPECT_GE(count_of(code_of(name, "run"), "idiv"), 1) << name;
  EXPECT_GE(count_of(code_of("float", "run"), "divss"), 1);
  EXPECT_GE(count_of(code_of("double", "run"), "divsd"), 1);
}

// A window of ten thousand operations cannot be faster than the work in it allows.
double nanoseconds_each(const std::string& workload, int operations) {
  const auto program = workload_program(*find_workload("unixbench/" + workload));
  Command command;
  command.words = {*program,      "--windows", "2", "--operations", std::to_string(operations),
                   "--directory", "/tmp"};
  const auto finished = run_command(command);
  EXPECT_TRUE(finished && finished->succeeded());
  double best = 1e300;
  for (std::string_view line : split(finished->output, '\n')) {
    const auto word = words(line);
    if (word.size() > 4 && word[0] == "window") {
      EXPECT_EQ(parse_integer(word[4]), operations) << line;
      best = std::min(best, *parse_double(word[3]) / operations);
    }
  }
  return best;
}

TEST(UnixbenchCode, CountersGrowAsTheWorkAllows) {
  // No CPU retires more than about 10 instructions a nanosecond and core.
  EXPECT_GT(nanoseconds_each("dhry2reg", 100000), 5);       // about 200 instructions
  EXPECT_GT(nanoseconds_each("int", 10000), 30);            // 100 divisions
  EXPECT_GT(nanoseconds_each("hanoi", 2000), 100);          // 1,023 moves
  EXPECT_GT(nanoseconds_each("pipe", 2000), 100);           // two system calls
  EXPECT_GT(nanoseconds_each("whetstone-double", 2), 1e5);  // 10 million Whetstone instructions
  EXPECT_LT(nanoseconds_each("dhry2reg", 100000), 1e5);
}

}  // namespace
}  // namespace lodestone
