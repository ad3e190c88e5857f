// SPDX-License-Identifier: GPL-2.0-or-later
// What stands between user and kernel: mitigations, security modules, address randomisation.
#include <vector>

#include "base/text.h"
#include "environment/facts.h"

namespace lodestone::facts_security {
namespace {

void collect(const Root& root, Context& context) {
  const std::string folder = "/sys/devices/system/cpu/vulnerabilities";
  std::vector<std::string> states;
  for (const std::string& name : root.list(folder)) {
    const auto state = root.line(folder + "/" + name);
    // "Not affected" says nothing that the CPU model does not.
    if (state && *state != "Not affected") states.push_back(name + ": " + *state);
  }
  context.set("mitigations",
              states.empty() && root.exists(folder) ? "none needed" : join(states, "; "));
  context.set("security_modules", root.line("/sys/kernel/security/lsm").value_or(""));
  context.set("address_randomisation",
              root.line("/proc/sys/kernel/randomize_va_space").value_or(""));
  // 2: a filter runs at every system call, which the system call tests then measure.
  context.set("seccomp", field(root.text("/proc/self/status"), "Seccomp", ':').value_or(""));
}

}  // namespace

extern const FactSource facts_security{"security", collect};

}  // namespace lodestone::facts_security
