// SPDX-License-Identifier: GPL-2.0-or-later
// The clock source (kernel/time/clocksource.c): reading anything but the TSC or the ARM counter is
// a slow device access.
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_clock_source {
namespace {

CheckResult look(const Root& root) {
  const auto current =
      root.line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (!current)
    return missing(root, "/sys/devices/system/clocksource/clocksource0/current_clocksource",
                   "this kernel does not show it");
  for (const char* good :
       {"tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page", "riscv_clocksource"})
    if (*current == good) return {CheckState::good, *current, "", {}};
  const std::string available =
      root.line("/sys/devices/system/clocksource/clocksource0/available_clocksource").value_or("");
  if (available.find("tsc") == std::string::npos)
    return {CheckState::warning,
            *current + " (no tsc offered)",
            "",
            {},
            "the kernel log says why tsc was rejected: dmesg | grep -i tsc"};
  return {CheckState::warning,
          *current,
          "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource",
          {{"/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc"}}};
}

}  // namespace

extern const Check check_clock_source{"D012 clock-source",
                                      "hpet and acpi_pm cost about a microsecond a reading and are "
                                      "not read in user mode: gettimeofday tests differ tenfold",
                                      look};

}  // namespace lodestone::check_clock_source
