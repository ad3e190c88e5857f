// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/facts.h"

#include <gtest/gtest.h>

#include "sys/fixture.h"

namespace lodestone {
namespace {

TEST(Facts, OfAServerInAContainer) {
  FixtureTree tree;
  tree.file("/proc/sys/kernel/hostname", "web1\n")
      .file("/proc/sys/kernel/osrelease", "6.1.0-9-amd64\n")
      .file("/proc/cmdline", "root=/dev/sda1 mitigations=off\n")
      .file("/etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
      .file("/proc/cpuinfo",
            "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R) Silver "
            "4210\nstepping\t: 7\n"
            "flags\t\t: fpu ht lm mmx pae sep sse2 syscall vmx\nbogomips\t: 4400.00\n\n"
            "processor\t: 1\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R) Silver "
            "4210\nstepping\t: 7\n"
            "flags\t\t: fpu ht lm mmx pae sep sse2 syscall vmx\nbogomips\t: 4400.00\n\n")
      .file("/sys/devices/system/cpu/online", "0-1\n")
      .file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n")
      .file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n")
      .file("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
      .file("/sys/devices/system/cpu/vulnerabilities/meltdown", "Not affected\n")
      .file("/sys/devices/system/cpu/vulnerabilities/spectre_v2", "Vulnerable\n")
      .file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
      .file("/proc/meminfo", "MemTotal:       16384 kB\nSwapTotal:          0 kB\n")
      .file("/proc/self/status", "Cpus_allowed_list:\t0-1\nSeccomp:\t2\n")
      .file("/proc/self/cgroup", "0::/\n")
      .file("/proc/self/mountinfo", "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")
      .file("/sys/fs/cgroup/cpu.max", "150000 100000\n")
      .file("/.dockerenv", "")
      .file("/var/lib/dpkg/status",
            "Package: coreutils\nStatus: install ok installed\nVersion: 9.1-1\n\nPackage: "
            "grep\nVersion: 3.8-5\n\n");
  const Context context = collect_context(tree.root());
  auto fact = [&](const char* name) { return context.get(name).value_or("(absent)"); };
  EXPECT_EQ(fact("machine"), "web1");
  EXPECT_EQ(fact("kernel"), "6.1.0-9-amd64");
  EXPECT_EQ(fact("command_line"), "root=/dev/sda1 mitigations=off");
  EXPECT_EQ(fact("distribution"), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(fact("cpu_model"), "Intel(R) Xeon(R) Silver 4210");
  EXPECT_EQ(fact("cpu_list"), "0-1 4400.0 Intel(R) Xeon(R) Silver 4210");
  EXPECT_EQ(fact("cpu_features"),
            "Hyper-Threading, x86-64, MMX, Physical Address Ext, SYSENTER/SYSEXIT, SYSCALL/SYSRET, "
            "Intel virtualization");
  EXPECT_EQ(fact("cpus"), "2");
  EXPECT_EQ(fact("usable_cpus"), "2");
  EXPECT_EQ(fact("cpu_quota"), "1.5");
  EXPECT_EQ(fact("governor"), "performance, powersave");
  EXPECT_EQ(fact("turbo"), "off");
  EXPECT_EQ(fact("mitigations"), "spectre_v2: Vulnerable");
  EXPECT_EQ(fact("transparent_hugepages"), "madvise");
  EXPECT_EQ(fact("memory"), "16777216");
  EXPECT_EQ(fact("seccomp"), "2");
  EXPECT_EQ(fact("container"), "docker");
  EXPECT_EQ(fact("coreutils"), "coreutils 9.1-1");
  EXPECT_EQ(fact("grep"), "grep 3.8-5");
}

TEST(Facts, OfArmBoard) {
  FixtureTree tree;
  std::string text;
  for (int cpu = 0; cpu < 2; ++cpu)
    text += "processor\t: " + std::to_string(cpu) +
            "\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd crc32\nCPU implementer\t: 0x41\n"
            "CPU variant\t: 0x0\nCPU part\t: 0xd08\nCPU revision\t: 3\n\n";
  tree.file("/proc/cpuinfo", text + "Model\t\t: Raspberry Pi 4 Model B Rev 1.4\n")
      .file("/proc/device-tree/model", std::string_view("Raspberry Pi 4 Model B Rev 1.4\0", 31))
      .file("/sys/devices/system/cpu/online", "0-1\n")
      .file("/sys/devices/system/cpu/cpufreq/boost", "1\n");
  const Context context = collect_context(tree.root());
  auto fact = [&](const char* name) { return context.get(name).value_or("(absent)"); };
  EXPECT_EQ(fact("cpu_model"), "ARM Cortex-A72");
  EXPECT_EQ(fact("cpu_list"), "0-1 108.0 ARM Cortex-A72");
  EXPECT_EQ(fact("cpu_features"), "fp, asimd, crc32");
  EXPECT_EQ(fact("hardware"), "Raspberry Pi 4 Model B Rev 1.4");
  EXPECT_EQ(fact("cpus"), "2");
  EXPECT_EQ(fact("turbo"), "on");
  EXPECT_EQ(fact("governor"), "(absent)");
  EXPECT_EQ(fact("virtual_machine"), "none");
}

TEST(Facts, EmptyTreeGuessesNothing) {
  FixtureTree tree;
  const Context context = collect_context(tree.root());
  for (const char* name :
       {"machine", "kernel", "cpu_model", "cpus", "governor", "mitigations", "memory", "boot_id"})
    EXPECT_FALSE(context.get(name)) << name;
}

TEST(Facts, OfThisMachine) {
  const Context context = collect_context(Root());
  for (const char* name : {"machine", "kernel", "architecture", "cpus", "usable_cpus", "boot_id",
                           "memory", "libc", "language"})
    EXPECT_TRUE(context.get(name)) << name;
}

}  // namespace
}  // namespace lodestone
