// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUs there are, which of them this process may use, and how they hang together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sys/root.h"

namespace lodestone {

// "0-3,8" (Documentation/admin-guide/cputopology.rst): the numbers, sorted. Nothing if it is no
// such list.
std::optional<std::vector<int>> parse_cpu_list(std::string_view text);
std::string cpu_list_text(const std::vector<int>& cpus);

// CPUs that are online.
std::vector<int> online_cpus(const Root& root);

struct UsableCpus {
  std::vector<int> allowed;  // by sched_getaffinity(2) (which already includes the cpuset)
  std::optional<double>
      quota;  // CPUs' worth of time by cgroup cpu.max or cpu.cfs_quota_us, the tightest ancestor
  // How many tasks can really run at once: the allowed CPUs, less if the quota is smaller (rounded
  // up); at least 1.
  int count() const;
};
// For a fixture root the affinity is Cpus_allowed_list of /proc/self/status.
UsableCpus usable_cpus(const Root& root);

struct CpuPlace {
  int cpu = 0;
  int package = 0;
  int core = 0;               // unique within its package
  int node = 0;               // NUMA node
  std::vector<int> siblings;  // hardware threads of the same core, this one included
};
// Online CPUs in order; files that are missing give package 0, core = cpu, node 0.
std::vector<CpuPlace> cpu_places(const Root& root);

struct CpuCounts {
  int cpus = 0, packages = 0, cores = 0, threads_per_core = 0, nodes = 0;
};
CpuCounts cpu_counts(const std::vector<CpuPlace>& places);

}  // namespace lodestone
