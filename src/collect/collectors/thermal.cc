// SPDX-License-Identifier: GPL-2.0-or-later
// /sys/class/thermal/thermal_zoneN/temp in millidegrees, and the x86 counts of thermal throttling
// (arch/x86/kernel/cpu/mce/therm_throt.c).
#include "collect/text_collector.h"
#include "sys/cpus.h"

namespace lodestone::collector_thermal {
namespace {

void parse(std::string_view prefix, std::string_view text, Readings& readings) {
  std::string_view line;
  if (!next_line(text, line)) return;
  const auto value = to_count(next_word(line));
  if (!value) return;
  if (prefix.ends_with("_throttle_count"))
    readings.counter(prefix, *value);
  else
    readings.level(prefix, static_cast<double>(*value) / 1000);
}

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  std::vector<NamedFile> files;
  for (const std::string& zone : here.root.list("/sys/class/thermal"))
    if (zone.starts_with("thermal_zone"))
      files.push_back({"/sys/class/thermal/" + zone + "/temp",
                       here.root.line("/sys/class/thermal/" + zone + "/type").value_or("zone") +
                           "." + zone.substr(12) + ".temp"});
  for (const int cpu : online_cpus(here.root))
    for (const char* kind : {"core_throttle_count", "package_throttle_count"}) {
      const std::string name = "cpu" + std::to_string(cpu);
      const std::string path = "/sys/devices/system/cpu/" + name + "/thermal_throttle/" + kind;
      if (here.root.exists(path)) files.push_back({path, name + "." + kind});
    }
  return open_files(here.root, files, parse, "thermal zones");
}

}  // namespace

extern const StatisticsCollector collector_thermal{
    "thermal", "temperatures and counts of thermal throttling", 1, open};

}  // namespace lodestone::collector_thermal
