// SPDX-License-Identifier: GPL-2.0-or-later
// Whether hardware counters are there and may be used (kernel.perf_event_paranoid).
#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_perf {
namespace {

CheckResult look(const Root& root) {
  const auto paranoid = root.integer("/proc/sys/kernel/perf_event_paranoid");
  if (!paranoid) return {CheckState::absent, "this kernel has no perf events", "", {}};
  bool hardware = false;
  for (const std::string& source : root.list("/sys/bus/event_source/devices"))
    hardware =
        hardware || source == "cpu" || source.starts_with("cpu_") || source.starts_with("armv8");
  const std::string level = "perf_event_paranoid " + std::to_string(*paranoid);
  if (!hardware)
    return {CheckState::note,
            "no hardware counters; " + level,
            "give the guest a virtual PMU (QEMU: -cpu host,pmu=on), or use lodestone exact",
            {}};
  if (*paranoid <= 1) return {CheckState::good, "hardware counters; " + level, "", {}};
  return {CheckState::note,
          "hardware counters; " + level + ": kernel events need root",
          "sysctl kernel.perf_event_paranoid=1",
          {{"/proc/sys/kernel/perf_event_paranoid", "1"}}};
}

}  // namespace

extern const Check check_perf{
    "D023 perf",
    "without them a change of time cannot be split into instructions, misses and frequency", look};

}  // namespace lodestone::check_perf
