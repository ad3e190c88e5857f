// SPDX-License-Identifier: GPL-2.0-or-later
// The frequency governor of each CPU (Documentation/admin-guide/pm/cpufreq.rst).
#include <map>

#include "base/text.h"
#include "environment/check.h"
#include "sys/cpus.h"

namespace lodestone::check_governor {
namespace {

CheckResult look(const Root& root) {
  std::map<std::string, int> found;
  for (const int cpu : online_cpus(root))
    if (const auto governor = root.line("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                                        "/cpufreq/scaling_governor"))
      ++found[*governor];
  if (found.empty())
    return missing(root, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
                   "no cpufreq driver");
  std::vector<std::string> parts;
  for (const auto& [governor, cpus] : found)
    parts.push_back(governor + " on " + std::to_string(cpus) + " CPUs");
  const std::string text = join(parts, ", ");
  if (found.size() == 1 && found.begin()->first == "performance")
    return {CheckState::good, text, "", {}};
  return {CheckState::warning,
          text,
          "for g in /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor; do echo performance > "
          "$g; done",
          {{"/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor", "performance"}}};
}

}  // namespace

extern const Check check_governor{"D001 governor",
                                  "a frequency that follows the load makes the same work 9 to 14 % "
                                  "noisier on desktops, and a short test never sees the top one",
                                  look};

}  // namespace lodestone::check_governor
