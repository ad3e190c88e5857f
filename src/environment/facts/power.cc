// SPDX-License-Identifier: GPL-2.0-or-later
// Frequency governor, turbo, SMT, idle driver. Many virtual machines have none of these.
#include <set>

#include "base/text.h"
#include "environment/facts.h"
#include "sys/cpus.h"

namespace lodestone::facts_power {
namespace {

void collect(const Root& root, Context& context) {
  const std::string base = "/sys/devices/system/cpu";
  std::set<std::string> governors, preferences;
  for (int cpu : online_cpus(root)) {
    const std::string folder = base + "/cpu" + std::to_string(cpu) + "/cpufreq";
    if (auto governor = root.line(folder + "/scaling_governor")) governors.insert(*governor);
    if (auto preference = root.line(folder + "/energy_performance_preference"))
      preferences.insert(*preference);
  }
  context.set("governor", join({governors.begin(), governors.end()}, ", "));
  context.set("energy_preference", join({preferences.begin(), preferences.end()}, ", "));
  context.set("frequency_driver", root.line(base + "/cpu0/cpufreq/scaling_driver").value_or(""));
  if (auto khz = root.integer(base + "/cpu0/cpufreq/cpuinfo_max_freq"))
    context.set("max_frequency_mhz", std::to_string(*khz / 1000));
  if (auto off = root.integer(base + "/intel_pstate/no_turbo"))
    context.set("turbo", *off ? "off" : "on");
  else if (auto on = root.integer(base + "/cpufreq/boost"))
    context.set("turbo", *on ? "on" : "off");
  context.set("smt", root.line(base + "/smt/control").value_or(""));
  context.set("idle_driver", root.line(base + "/cpuidle/current_driver").value_or(""));
  context.set("isolated_cpus", root.line(base + "/isolated").value_or(""));
}

}  // namespace

extern const FactSource facts_power{"power", collect};

}  // namespace lodestone::facts_power
