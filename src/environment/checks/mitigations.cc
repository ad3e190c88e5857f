// SPDX-License-Identifier: GPL-2.0-or-later
// Mitigations of processor faults (Documentation/admin-guide/hw-vuln).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_mitigations {
namespace {

CheckResult look(const Root& root) {
  std::vector<std::string> active, open;
  for (const std::string& name : root.list("/sys/devices/system/cpu/vulnerabilities")) {
    const auto state = root.line("/sys/devices/system/cpu/vulnerabilities/" + name);
    if (!state) continue;
    if (state->starts_with("Mitigation")) active.push_back(name);
    if (state->starts_with("Vulnerable")) open.push_back(name);
  }
  const std::string line = root.line("/proc/cmdline").value_or("");
  if (line.find("mitigations=off") != std::string::npos)
    return {CheckState::note, "switched off on the command line", "", {}};
  if (active.empty() && open.empty())
    return missing(root, "/sys/devices/system/cpu/vulnerabilities", "this kernel reports none");
  std::string text = active.empty() ? "none active" : "active: " + join(active, ", ");
  if (!open.empty()) text += "; vulnerable: " + join(open, ", ");
  return {CheckState::note, text, "", {}};
}

}  // namespace

extern const Check check_mitigations{"D011 mitigations",
                                     "they cost most where user and kernel meet: system calls, "
                                     "switches, faults; both sides must have the same",
                                     look};

}  // namespace lodestone::check_mitigations
