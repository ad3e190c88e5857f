// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/heat.h"

#include <gtest/gtest.h>

namespace lodestone::explain {
namespace {

TEST(Heat, PerfScriptCountsTheLeaf) {
  const auto heat = read_heat(
      "bench  4242 [001] 100.000001:     250000 cpu-clock: \n"
      "\tffffffff81200010 vfs_read+0x10 ([kernel.kallsyms])\n"
      "\tffffffff81200100 ksys_read+0x50 ([kernel.kallsyms])\n"
      "\n"
      "bench  4242 [001] 100.001001:     250000 cpu-clock:  ffffffff81300000 read_zero+0x1 "
      "([kernel.kallsyms])\n");
  ASSERT_TRUE(heat);
  EXPECT_EQ(heat->source, "perf script");
  EXPECT_DOUBLE_EQ(heat->of("vfs_read"), 0.5);
  EXPECT_DOUBLE_EQ(heat->of("read_zero"), 0.5);
  EXPECT_DOUBLE_EQ(heat->of("ksys_read"), 0);
}

TEST(Heat, FoldedStacksAndTwoCounts) {
  const auto heat = read_heat("bench;do_syscall_64;vfs_read_[k] 3\nbench;do_syscall_64 1\n");
  ASSERT_TRUE(heat);
  EXPECT_EQ(heat->source, "folded stacks");
  EXPECT_DOUBLE_EQ(heat->of("vfs_read"), 0.75);
  const auto two = read_heat("a;b 10 30\na;c 10 10\n");
  ASSERT_TRUE(two);
  EXPECT_DOUBLE_EQ(two->of("b"), 0.75);
}

TEST(Heat, PerfReportKeepsItsPercentages) {
  const auto heat = read_heat(
      "# Overhead  Command  Shared Object      Symbol\n"
      "    54.50%  execl    [kernel.kallsyms]  [k] osq_lock\n"
      "     5.00%  execl    [kernel.kallsyms]  [k] rwsem_spin_on_owner\n");
  ASSERT_TRUE(heat);
  EXPECT_DOUBLE_EQ(heat->of("osq_lock"), 0.545);
}

TEST(Heat, RefusesOtherText) {
  EXPECT_FALSE(read_heat(""));
  EXPECT_FALSE(read_heat("hello world\nthis is a mail: nothing else\n"));
}

}  // namespace
}  // namespace lodestone::explain
