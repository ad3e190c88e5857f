// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/data_values.h"

#include <gtest/gtest.h>

#include <cstring>

#include "explain/explanation.h"

namespace lodestone::explain {
namespace {

constexpr uint64_t text = 0xffffffff81000000, data = 0xffffffff81c00000;

// A kernel of one function and three variables: a setting, a pointer to the function, a banner.
Side kernel(uint32_t latency, uint64_t function, const char* banner) {
  KernelImage image;
  image.format = "ELF";
  image.is_elf = true;
  image.content = std::string(0x2000, '\0');
  image.sections = {{".text", text, 0, 0x1000, true, true},
                    {".data", data, 0x1000, 0x1000, false, true}};
  image.content[function - text] = '\xc3';
  std::memcpy(image.content.data() + 0x1040, &latency, 4);
  std::memcpy(image.content.data() + 0x1048, &function, 8);
  std::strncpy(image.content.data() + 0x1080, banner, 16);
  Side side;
  side.kind = "ELF";
  side.architecture = "x86_64";
  side.symbols = SymbolMap({{0, 0, 'D', "__per_cpu_start", {}},
                            {0x40, 8, 'D', "current_task", {}},
                            {0x1000, 0, 'D', "__per_cpu_end", {}},
                            {text, 0, 'T', "_stext", {}},
                            {function, 1, 'T', "callback", {}},
                            {text + 0x1000, 0, 'T', "_etext", {}},
                            {data, 0, 'D', "_sdata", {}},
                            {data + 0x40, 4, 'd', "sysctl_sched_latency", {}},
                            {data + 0x48, 8, 'd', "hook", {}},
                            {data + 0x80, 16, 'D', "linux_banner", {}},
                            {data + 0x1000, 0, 'D', "_edata", {}}});
  side.image = std::make_shared<const KernelImage>(std::move(image));
  finish_symbols(side, true);
  return side;
}

Explanation explained(Side base, Side next, size_t changed) {
  auto analysis = analyse(std::move(base), std::move(next), {});
  EXPECT_TRUE(analysis.has_value());
  EXPECT_TRUE(analysis->values.done);
  EXPECT_EQ(analysis->values.changed.size(), changed);
  return explain(*analysis);
}

TEST(DataValues, AChangedDefaultIsNoChangeOfNothing) {
  const Explanation e =
      explained(kernel(6000000, text + 0x100, "one"), kernel(24000000, text + 0x100, "one"), 1);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::hot_constants);
  EXPECT_NE(e.verdict.sentence.find("sysctl_sched_latency: 6000000 -> 24000000"),
            std::string::npos);
}

TEST(DataValues, MovedTargetsAndBannersAreTheSame) {
  const Explanation e = explained(kernel(6000000, text + 0x100, "build one"),
                                  kernel(6000000, text + 0x140, "build two"), 0);
  EXPECT_EQ(e.verdict.verdict, VerdictClass::nothing);
}

}  // namespace
}  // namespace lodestone::explain
