// SPDX-License-Identifier: GPL-2.0-or-later
// The irqbalance daemon moves interrupts between CPUs every ten seconds.
#include "base/text.h"
#include "environment/check.h"
#include "sys/virtualization.h"

namespace lodestone::check_irqbalance {
namespace {

CheckResult look(const Root& root) {
  bool first = false;
  for (const std::string& name : root.list("/proc")) {
    if (name.empty() || name[0] < '0' || name[0] > '9') continue;
    first = first || name == "1";
    if (root.line("/proc/" + name + "/comm").value_or("") == "irqbalance")
      return {CheckState::note, "runs as process " + name, "systemctl stop irqbalance", {}};
  }
  // With hidepid (proc(5)) only one's own processes are shown; a container shows its own alone.
  if (!first) return {CheckState::unknown, "the machine's processes cannot be seen", "", {}};
  if (const std::string box = container(root); box != "none")
    return {CheckState::unknown,
            "does not run in this container; the host's processes cannot be seen",
            "",
            {}};
  return {CheckState::good, "does not run", "", {}};
}

}  // namespace

extern const Check check_irqbalance{
    "D005 irqbalance",
    "a CPU that receives interrupts in one run and not in the next differs by some per cent", look};

}  // namespace lodestone::check_irqbalance
