// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/build_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lodestone::explain {
namespace {

TEST(BuildSettings, OptionsThatOnlyDescribeTheBuildDoNotCount) {
  const auto base = parse_config(
      "# Linux/x86 6.1 Kernel Configuration\nCONFIG_HZ=250\nCONFIG_BUILD_SALT=\"a\"\n"
      "# CONFIG_PARAVIRT is not set\nCONFIG_FOO=m\n");
  const auto next = parse_config(
      "CONFIG_HZ=1000\nCONFIG_BUILD_SALT=\"b\"\nCONFIG_PARAVIRT=y\nCONFIG_FOO=m\n# CONFIG_BAR is "
      "not set\n");
  const auto settings = config_differences(base, next);
  ASSERT_EQ(settings.size(), 2u);
  EXPECT_EQ(settings[1].name, "CONFIG_HZ");
  EXPECT_EQ(settings[1].next, "1000");
  EXPECT_EQ(settings[0].name, "CONFIG_PARAVIRT");
  EXPECT_EQ(settings[0].base, "n");
}

TEST(BuildSettings, CommandLinesLessWhereTheKernelLies) {
  const auto settings = command_line_differences("BOOT_IMAGE=/boot/a root=/dev/sda1 quiet",
                                                 "BOOT_IMAGE=/boot/b root=/dev/sda1 quiet nopti");
  ASSERT_EQ(settings.size(), 1u);
  EXPECT_EQ(settings[0].name, "nopti");
  EXPECT_TRUE(settings[0].matters);
}

TEST(BuildSettings, CompilerOutOfTheBanner) {
  EXPECT_EQ(compiler_of("Linux version 6.1.0 (root@vm) (gcc (Debian 12.2.0-14+deb12u1) 12.2.0, GNU "
                        "ld (GNU Binutils for Debian) 2.40) #6 SMP"),
            "gcc (Debian 12.2.0-14+deb12u1) 12.2.0, GNU ld (GNU Binutils for Debian) 2.40");
  EXPECT_EQ(compiler_of(""), "");
  EXPECT_EQ(compiler_of("Linux version 2.6 (a@b) (gcc unclosed"), "");
}

}  // namespace
}  // namespace lodestone::explain
