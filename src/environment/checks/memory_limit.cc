// SPDX-License-Identifier: GPL-2.0-or-later
// Memory limit of the control group (memory.max).
#include "base/text.h"
#include "environment/check.h"
#include "sys/cgroup.h"

namespace lodestone::check_memory_limit {
namespace {

CheckResult look(const Root& root) {
  const auto limit = cgroup_memory_limit(root);
  if (!limit) return {CheckState::good, "no limit", "", {}};
  return {
      CheckState::note, std::to_string(*limit >> 20) + " MiB", "raise memory.max of the group", {}};
}

}  // namespace

extern const Check check_memory_limit{
    "D017 memory-limit", "close to the limit the kernel reclaims inside the measured loop", look};

}  // namespace lodestone::check_memory_limit
