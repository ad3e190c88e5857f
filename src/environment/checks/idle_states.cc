// SPDX-License-Identifier: GPL-2.0-or-later
// Deep idle states and their exit latency (Documentation/admin-guide/pm/cpuidle.rst).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_idle_states {
namespace {

CheckResult look(const Root& root) {
  long long slowest = -1;
  std::string name;
  for (const std::string& state : root.list("/sys/devices/system/cpu/cpu0/cpuidle")) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cpuidle/" + state;
    const auto latency = root.integer(folder + "/latency");
    if (latency && root.integer(folder + "/disable").value_or(0) == 0 && *latency > slowest) {
      slowest = *latency;
      name = root.line(folder + "/name").value_or(state);
    }
  }
  if (slowest < 0)
    return missing(root, "/sys/devices/system/cpu/cpu0/cpuidle", "no cpuidle driver");
  const std::string text = "deepest: " + name + ", " + std::to_string(slowest) + " us to leave";
  if (slowest <= 10) return {CheckState::good, text, "", {}};
  return {
      CheckState::note,
      text,
      "for s in /sys/devices/system/cpu/cpu*/cpuidle/state*; do [ $(cat $s/latency) -le 10 ] || "
      "echo 1 > $s/disable; done",
      {},
      "or hold /dev/cpu_dma_latency open with 0 written to it"};
}

}  // namespace

extern const Check check_idle_states{"D004 idle-states",
                                     "each wake-up costs from 0 to over 100 us, in two or more "
                                     "modes: ping-pong tests measure it more than the kernel",
                                     look};

}  // namespace lodestone::check_idle_states
