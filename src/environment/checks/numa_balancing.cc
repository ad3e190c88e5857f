// SPDX-License-Identifier: GPL-2.0-or-later
// Automatic NUMA balancing (Documentation/admin-guide/sysctl/kernel.rst, numa_balancing).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_numa_balancing {
namespace {

CheckResult look(const Root& root) {
  const auto on = root.integer("/proc/sys/kernel/numa_balancing");
  if (!on) return missing(root, "/proc/sys/kernel/numa_balancing", "not built, or one memory node");
  if (*on == 0) return {CheckState::good, "off", "", {}};
  return {CheckState::note,
          "on",
          "sysctl kernel.numa_balancing=0",
          {{"/proc/sys/kernel/numa_balancing", "0"}}};
}

}  // namespace

extern const Check check_numa_balancing{
    "D009 numa-balancing",
    "it unmaps pages to see who uses them: faults and migrations that come and go within a run",
    look};

}  // namespace lodestone::check_numa_balancing
