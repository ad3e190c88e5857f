// SPDX-License-Identifier: GPL-2.0-or-later
// CPUs that the scheduler leaves alone (isolcpus=, nohz_full=).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_isolated_cpus {
namespace {

CheckResult look(const Root& root) {
  const auto isolated = root.line("/sys/devices/system/cpu/isolated");
  if (!isolated) {
    // An empty file: none.
    if (root.read("/sys/devices/system/cpu/isolated")) return {CheckState::good, "none", "", {}};
    return missing(root, "/sys/devices/system/cpu/isolated", "this kernel does not show them");
  }
  return {CheckState::note, *isolated, "", {}};
}

}  // namespace

extern const Check check_isolated_cpus{
    "D025 isolated-cpus",
    "tasks are not balanced onto them: a count of copies then means fewer CPUs than it seems to",
    look};

}  // namespace lodestone::check_isolated_cpus
