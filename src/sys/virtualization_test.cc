// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/virtualization.h"

#include <gtest/gtest.h>

#include "sys/cgroup.h"
#include "sys/filesystem.h"
#include "sys/fixture.h"

namespace lodestone {
namespace {

TEST(VirtualMachine, Kinds) {
  FixtureTree bare, kvm, metal, ec2, micro, arm;
  bare.file("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n")
      .file("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu vme\n");
  EXPECT_EQ(virtual_machine(bare.root()), "none");
  kvm.file("/sys/class/dmi/id/product_name", "KVM Virtual Machine\n");
  EXPECT_EQ(virtual_machine(kvm.root()), "kvm");
  ec2.file("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n")
      .file("/sys/class/dmi/id/product_name", "c5.large\n");
  EXPECT_EQ(virtual_machine(ec2.root()), "amazon");
  metal.file("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n")
      .file("/sys/class/dmi/id/product_name", "c5.metal\n");
  EXPECT_EQ(virtual_machine(metal.root()), "none");
  micro.file("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\n")
      .file("/sys/devices/system/clocksource/clocksource0/available_clocksource",
            "tsc kvm-clock\n");
  EXPECT_EQ(virtual_machine(micro.root()), "kvm");
  EXPECT_EQ(find_virtual_machine(micro.root()).source, "clock source");  // others offer it, too
  EXPECT_EQ(virtual_machine(FixtureTree().root()), "");
  arm.file("/proc/device-tree/hypervisor/compatible", std::string_view("linux,kvm\0", 10));
  EXPECT_EQ(virtual_machine(arm.root()), "kvm");
}

TEST(Container, Kinds) {
  FixtureTree none, docker, podman, nspawn, kube;
  EXPECT_EQ(container(none.root()), "");  // nothing can be read: not known
  none.file("/proc/sys/kernel/osrelease", "6.1\n");
  EXPECT_EQ(container(none.root()), "none");
  docker.file("/.dockerenv", "");
  EXPECT_EQ(container(docker.root()), "docker");
  podman.file("/run/.containerenv", "");
  EXPECT_EQ(container(podman.root()), "podman");
  nspawn.file("/proc/1/environ", std::string_view("A=b\0container=systemd-nspawn\0", 29));
  EXPECT_EQ(container(nspawn.root()), "systemd-nspawn");
  kube.file("/proc/self/cgroup", "0::/kubepods/pod1/x\n").file("/.dockerenv", "");
  EXPECT_EQ(container(kube.root()), "kubernetes");
}

TEST(FilesystemOf, LongestMountHolds) {
  FixtureTree tree;
  tree.file(
      "/proc/self/mountinfo",
      "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n23 22 0:20 / /tmp rw,nosuid - tmpfs tmpfs rw\n"
      "24 22 8:2 / /data\\040disk rw shared:1 - xfs /dev/sdb1 rw\n25 22 8:3 / /tm rw - btrfs "
      "/dev/sdc rw\n");
  EXPECT_EQ(filesystem_of(tree.root(), "/tmp/x")->type, "tmpfs");
  EXPECT_EQ(filesystem_of(tree.root(), "/tmpfoo")->type, "ext4");
  EXPECT_EQ(filesystem_of(tree.root(), "/data disk/a")->type, "xfs");
  EXPECT_EQ(filesystem_of(tree.root(), "/data disk/a")->device, "/dev/sdb1");
  FixtureTree empty;
  EXPECT_FALSE(filesystem_of(empty.root(), "/"));
  EXPECT_FALSE(filesystem_of(Root(), "/no/such/folder"));
  EXPECT_TRUE(filesystem_of(Root(), "/tmp/.."));
}

TEST(CgroupMemory, Limits) {
  FixtureTree two, one;
  two.file("/proc/self/cgroup", "0::/a/b\n")
      .file("/proc/self/mountinfo", "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")
      .file("/sys/fs/cgroup/a/memory.max", "1073741824\n")
      .file("/sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(cgroup_memory_limit(two.root()), 1073741824);
  one.file("/proc/self/cgroup", "4:memory:/x\n")
      .file("/proc/self/mountinfo",
            "30 20 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n")
      .file("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_FALSE(cgroup_memory_limit(one.root()));
}

}  // namespace
}  // namespace lodestone
