// SPDX-License-Identifier: GPL-2.0-or-later
// CPU bandwidth limits of control groups (Documentation/scheduler/sched-bwc.rst).
#include "base/text.h"
#include "environment/check.h"
#include "sys/cgroup.h"

namespace lodestone::check_cpu_quota {
namespace {

CheckResult look(const Root& root) {
  const auto quota = cgroup_cpu_quota(root);
  if (!quota) return {CheckState::good, "no limit", "", {}};
  return {CheckState::warning,
          fixed(*quota, 2) + " CPUs",
          "run outside the limited group, or raise its cpu.max",
          {}};
}

}  // namespace

extern const Check check_cpu_quota{"D016 cpu-quota",
                                   "a group that has used up its quota is stopped for the rest of "
                                   "the period, up to 100 ms: results get two modes",
                                   look};

}  // namespace lodestone::check_cpu_quota
