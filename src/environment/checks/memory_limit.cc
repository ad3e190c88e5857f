// SPDX-License-Identifier: GPL-2.0-or-later
// Memory limit of the control group (memory.max).
#include "base/shell_word.h"
#include "base/text.h"
#include "environment/check.h"
#include "sys/cgroup.h"

namespace lodestone::check_memory_limit {
namespace {

CheckResult look(const Root& root) {
  const auto limit = cgroup_memory_bound(root);
  if (!limit) {
    if (const std::string hidden = hidden_cgroups(root); !hidden.empty())
      return {CheckState::unknown, hidden, "", {}};
    return {CheckState::good, "no limit", "", {}};
  }
  return {CheckState::note,
          std::to_string(limit->bytes >> 20) + " MiB",
          (limit->file.ends_with("/memory.max") ? "echo max > " : "echo -1 > ") +
              shell_word(limit->file),
          {},
          "a container gets its limit from its engine (--memory)"};
}

}  // namespace

extern const Check check_memory_limit{
    "D017 memory-limit", "close to the limit the kernel reclaims inside the measured loop", look};

}  // namespace lodestone::check_memory_limit
