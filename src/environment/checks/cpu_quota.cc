// SPDX-License-Identifier: GPL-2.0-or-later
// CPU bandwidth limits of control groups (Documentation/scheduler/sched-bwc.rst).
#include "base/shell_word.h"
#include "base/text.h"
#include "environment/check.h"
#include "sys/cgroup.h"

namespace lodestone::check_cpu_quota {
namespace {

CheckResult look(const Root& root) {
  const auto limit = cgroup_cpu_limit(root);
  if (!limit) {
    if (const std::string hidden = hidden_cgroups(root); !hidden.empty())
      return {CheckState::unknown, hidden, "", {}};
    return {CheckState::good, "no limit", "", {}};
  }
  return {
      CheckState::warning,
      fixed(limit->cpus, 2) + " CPUs",
      (limit->file.ends_with("/cpu.max") ? "echo max > " : "echo -1 > ") + shell_word(limit->file),
      {},
      "or run outside the limited group; a container gets its limit from its engine (--cpus)"};
}

}  // namespace

extern const Check check_cpu_quota{"D016 cpu-quota",
                                   "a group that has used up its quota is stopped for the rest of "
                                   "the period, up to 100 ms: results get two modes",
                                   look};

}  // namespace lodestone::check_cpu_quota
