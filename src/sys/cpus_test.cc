// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cpus.h"

#include <gtest/gtest.h>

#include "sys/fixture.h"

namespace lodestone {
namespace {

TEST(CpuList, ReadsAndWrites) {
  EXPECT_EQ(parse_cpu_list("0-3,8\n"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(parse_cpu_list(""), std::vector<int>{});
  EXPECT_EQ(cpu_list_text({0, 1, 2, 3, 8, 10, 11}), "0-3,8,10-11");
  for (const char* bad : {"a", "3-1", "1-2-3", "-1", "1,,2"})
    EXPECT_FALSE(parse_cpu_list(bad)) << bad;
}

constexpr const char* unified_mount =
    "30 20 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";

TEST(UsableCpus, QuotaOfAnAncestorBinds) {
  FixtureTree tree;
  tree.file("/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-7\n")
      .file("/proc/self/cgroup", "0::/user.slice/job\n")
      .file("/proc/self/mountinfo", unified_mount)
      .file("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n")
      .file("/sys/fs/cgroup/user.slice/cpu.max", "250000 100000\n");
  const UsableCpus usable = usable_cpus(tree.root());
  EXPECT_EQ(usable.allowed.size(), 8u);
  ASSERT_TRUE(usable.quota);
  EXPECT_DOUBLE_EQ(*usable.quota, 2.5);
  EXPECT_EQ(usable.count(), 3);
}

TEST(UsableCpus, OldGroupsInAContainer) {
  FixtureTree tree;
  // The container sees its own group as the root of the mount.
  tree.file("/proc/self/status", "Cpus_allowed_list:\t2,4\n")
      .file("/proc/self/cgroup", "4:cpu,cpuacct:/docker/abc\n0::/\n")
      .file("/proc/self/mountinfo",
            "41 30 0:33 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n")
      .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n")
      .file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  const UsableCpus usable = usable_cpus(tree.root());
  EXPECT_EQ(usable.allowed, (std::vector<int>{2, 4}));
  ASSERT_TRUE(usable.quota);
  EXPECT_DOUBLE_EQ(*usable.quota, 0.5);
  EXPECT_EQ(usable.count(), 1);
}

TEST(UsableCpus, NoLimit) {
  FixtureTree tree;
  tree.file("/proc/self/status", "Cpus_allowed_list:\t0-1\n").file("/proc/self/cgroup", "0::/\n");
  EXPECT_FALSE(usable_cpus(tree.root()).quota);
  EXPECT_EQ(usable_cpus(tree.root()).count(), 2);
  EXPECT_GE(usable_cpus(Root()).count(), 1);
}

TEST(CpuPlaces, ThreadsAndNodes) {
  FixtureTree tree;
  tree.file("/sys/devices/system/cpu/online", "0-3\n");
  for (int cpu = 0; cpu < 4; ++cpu) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
    tree.file(folder + "/topology/physical_package_id", std::to_string(cpu % 2));
    tree.file(folder + "/topology/core_id", "0");
    tree.file(folder + "/topology/thread_siblings_list", cpu % 2 ? "1,3" : "0,2");
    tree.file(folder + "/node" + std::to_string(cpu % 2) + "/cpulist", "");
  }
  const auto counts = cpu_counts(cpu_places(tree.root()));
  EXPECT_EQ(counts.cpus, 4);
  EXPECT_EQ(counts.packages, 2);
  EXPECT_EQ(counts.cores, 2);
  EXPECT_EQ(counts.threads_per_core, 2);
  EXPECT_EQ(counts.nodes, 2);
}

}  // namespace
}  // namespace lodestone
