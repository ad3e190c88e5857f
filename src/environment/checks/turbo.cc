// SPDX-License-Identifier: GPL-2.0-or-later
// Turbo frequencies: intel_pstate/no_turbo, or cpufreq/boost.
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_turbo {
namespace {

CheckResult look(const Root& root) {
  if (const auto off = root.integer("/sys/devices/system/cpu/intel_pstate/no_turbo")) {
    if (*off) return {CheckState::good, "off", "", {}};
    return {CheckState::warning,
            "on (intel_pstate)",
            "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
            {{"/sys/devices/system/cpu/intel_pstate/no_turbo", "1"}}};
  }
  if (const auto on = root.integer("/sys/devices/system/cpu/cpufreq/boost")) {
    if (!*on) return {CheckState::good, "off", "", {}};
    return {CheckState::warning,
            "on (cpufreq boost)",
            "echo 0 > /sys/devices/system/cpu/cpufreq/boost",
            {{"/sys/devices/system/cpu/cpufreq/boost", "0"}}};
  }
  return missing(root, "/sys/devices/system/cpu/cpufreq/boost", "no turbo control");
}

}  // namespace

extern const Check check_turbo{"D002 turbo",
                               "the frequency then depends on temperature and on what the other "
                               "CPUs do; jumps of a factor of two in mid-run were seen",
                               look};

}  // namespace lodestone::check_turbo
