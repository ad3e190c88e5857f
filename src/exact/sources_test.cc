// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/sources.h"

#include <gtest/gtest.h>

#include "exact/plugin/decode.h"

namespace lodestone::exact {
namespace {

TEST(Sources, TheEntryCodeLeadsInAndOut) {
  SymbolMap symbols = *symbols_from_text(
      "ffffffff81000000 T entry_SYSCALL_64_after_hwframe\n"
      "ffffffff81000100 T do_syscall_64\n"
      "ffffffff81000200 T __x64_sys_getppid\n"
      "ffffffff81000300 T syscall_exit_to_user_mode\n");
  FunctionNames names(symbols);
  Counts counts;
  Path path;
  auto execute = [&](uint64_t place, Flow flow, uint32_t times) {
    path.executed.emplace_back(static_cast<uint32_t>(counts.instructions.size()), times);
    counts.instructions.push_back(
        {0xffffffff81000000 + place, static_cast<uint8_t>(flow), std::string(1, '\x90')});
  };
  execute(0x10, Flow::none, 3);
  execute(0x20, Flow::call, 1);
  execute(0x25, Flow::none, 5);
  execute(0x100, Flow::none, 20);
  execute(0x200, Flow::none, 7);
  execute(0x300, Flow::none, 11);
  counts.instructions.push_back({0x401000, 0, "\x90"});  // the user's
  path.executed.emplace_back(6, 100);
  SourceCounts found = sources_of(path, counts, names);
  EXPECT_EQ(found.entry, 3u + 1 + 20);
  EXPECT_EQ(found.work, 7u);
  EXPECT_EQ(found.exit, 5u + 11);
}

}  // namespace
}  // namespace lodestone::exact
