// SPDX-License-Identifier: GPL-2.0-or-later
// With the vDSO that this very program was given.
#include "explain/vdso.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cstring>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone::explain {
namespace {

std::string own_vdso() {
  const auto maps = read_file("/proc/self/maps");
  if (!maps) return "";
  for (const std::string_view line : split(*maps, '\n')) {
    if (!line.ends_with("[vdso]")) continue;
    uint64_t begin = 0, end = 0;
    const auto dash = std::from_chars(line.data(), line.data() + line.size(), begin, 16).ptr;
    std::from_chars(dash + 1, line.data() + line.size(), end, 16);
    return std::string(reinterpret_cast<const char*>(begin), end - begin);
  }
  return "";
}

KernelImage kernel_with(const std::string& vdso) {
  KernelImage image;
  image.is_elf = true;
#if defined(__aarch64__)
  image.architecture = Architecture::arm64;
#endif
  image.content = std::string(0x1000, '\0') + vdso;
  image.sections = {{".rodata", 0xffffffff81a00000, 0, image.content.size(), false, true}};
  return image;
}

TEST(Vdso, FindsTheFunctionThatChanged) {
  const std::string vdso = own_vdso();
  const auto symbols = symbols_from_elf(vdso);
  const Symbol* function = symbols ? symbols->find("__vdso_clock_getres") : nullptr;
  if (symbols && function == nullptr) function = symbols->find("__kernel_clock_getres");
  if (function == nullptr) GTEST_SKIP() << "this system has no vDSO that names its functions";
  const KernelImage kernel = kernel_with(vdso);
  const VdsoDifference same = compare_vdso(kernel, kernel);
  ASSERT_TRUE(same.code.done);
  EXPECT_TRUE(same.code.changed.empty());
  EXPECT_GE(same.code.compared, 3u);

  std::string patched = vdso;
  std::memset(patched.data() + function->address, 0, 4);
  const VdsoDifference changed = compare_vdso(kernel, kernel_with(patched));
  ASSERT_EQ(changed.code.changed.size(), 1u);
  EXPECT_NE(changed.code.changed[0].name.find("clock_getres"), std::string_view::npos);
}

TEST(Vdso, AKernelWithoutOneIsNotCompared) {
  EXPECT_FALSE(vdso_of(kernel_with("")));
  EXPECT_FALSE(vdso_of(kernel_with("\177ELF and no more")));
  EXPECT_FALSE(compare_vdso(kernel_with(""), kernel_with("")).code.done);
}

}  // namespace
}  // namespace lodestone::explain
