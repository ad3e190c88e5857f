// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/processor.h"

#include <gtest/gtest.h>

#include "sys/arm_parts.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

TEST(Processors, X86) {
  FixtureTree tree;
  tree.file(
      "/proc/cpuinfo",
      "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: "
      "AMD EPYC\n"
      "stepping\t: 1\nmicrocode\t: 0x1000065\nflags\t\t: fpu vme de\nbogomips\t: 4192.02\n\n"
      "processor\t: 1\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: "
      "AMD EPYC\n"
      "stepping\t: 1\nmicrocode\t: 0x1000065\nflags\t\t: fpu vme de\nbogomips\t: 4193.50\n\n");
  const auto all = processors(tree.root());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].model, "AMD EPYC");
  EXPECT_EQ(all[0].identity, "family 26 model 2 stepping 1");
  EXPECT_EQ(all[0].microcode, "0x1000065");
  EXPECT_EQ(all[0].features, (std::vector<std::string>{"fpu", "vme", "de"}));
  EXPECT_DOUBLE_EQ(all[1].bogomips.value(), 4193.5);
  EXPECT_EQ(all[1].cpu, 1);
  EXPECT_EQ(processor_summary(all), "AMD EPYC");
}

TEST(Processors, Arm64WithTwoKindsOfCores) {
  FixtureTree tree;
  std::string text;
  for (int cpu = 0; cpu < 4; ++cpu)
    text +=
        "processor\t: " + std::to_string(cpu) +
        "\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\n" +
        "CPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: " + (cpu < 2 ? "0xd05" : "0xd0b") +
        "\nCPU revision\t: 1\n\n";
  tree.file("/proc/cpuinfo", text);
  const auto all = processors(tree.root());
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].model, "ARM Cortex-A55");
  EXPECT_EQ(all[0].identity, "0x41/0xd05 r3p1");
  EXPECT_EQ(processor_summary(all), "ARM Cortex-A55 x2 + ARM Cortex-A76 x2");
}

TEST(Processors, OtherArchitectures) {
  FixtureTree riscv, power, z, empty;
  riscv.file("/proc/cpuinfo",
             "processor\t: 0\nhart\t\t: 0\nisa\t\t: rv64imafdc\nmmu\t\t: sv39\nuarch\t\t: "
             "sifive,u74-mc\n");
  EXPECT_EQ(processor_summary(processors(riscv.root())), "sifive,u74-mc");
  EXPECT_FALSE(processors(riscv.root())[0].bogomips);
  power.file("/proc/cpuinfo",
             "processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 2300MHz\n");
  EXPECT_EQ(processor_summary(processors(power.root())), "POWER9, altivec supported");
  z.file("/proc/cpuinfo",
         "vendor_id       : IBM/S390\n# processors    : 2\nbogomips per cpu: 3033.00\n"
         "processor 0: version = FF,  identification = 1,  machine = 2964\n"
         "processor 1: version = FF,  identification = 1,  machine = 2964\n");
  EXPECT_EQ(processors(z.root()).size(), 2u);
  EXPECT_EQ(processor_summary(processors(z.root())), "IBM/S390");
  EXPECT_TRUE(processors(empty.root()).empty());
  EXPECT_EQ(processor_summary({}), "unknown");
}

TEST(ArmParts, UnknownNumbersStayReadable) {
  EXPECT_EQ(arm_processor_name(0x41, 0xd0c), "ARM Neoverse-N1");
  EXPECT_EQ(arm_processor_name(0x41, 0xfff), "ARM part 0xfff");
  EXPECT_EQ(arm_processor_name(0x99, 0x001), "implementer 0x99 part 0x001");
}

}  // namespace
}  // namespace lodestone
