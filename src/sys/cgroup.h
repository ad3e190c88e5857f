// SPDX-License-Identifier: GPL-2.0-or-later
// Limits that control groups put on this process (Documentation/admin-guide/cgroup-v2.rst and
// cgroup-v1/).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sys/root.h"

namespace lodestone {

// Folder of this process's group: in the hierarchy of version 1 that holds `controller`, or with ""
// in that of version 2; its nearest ancestor that can be seen. "" where that is not mounted.
std::string cgroup_folder(const Root& root, std::string_view controller);

// Why limits cannot be known; "" if they can.
std::string hidden_cgroups(const Root& root);

// The smallest quota/period, in CPUs' worth of time, among this process's group and its ancestors,
// and the file that sets it (cpu.max, or cpu.cfs_quota_us of version 1); nothing if unlimited.
struct CgroupCpuLimit {
  double cpus = 0;
  std::string file;
};
std::optional<CgroupCpuLimit> cgroup_cpu_limit(const Root& root);
std::optional<double> cgroup_cpu_quota(const Root& root);  // its CPUs

// The same of memory (memory.max, memory.limit_in_bytes).
struct CgroupMemoryLimit {
  long long bytes = 0;
  std::string file;
};
std::optional<CgroupMemoryLimit> cgroup_memory_bound(const Root& root);
std::optional<long long> cgroup_memory_limit(const Root& root);  // its bytes

}  // namespace lodestone
