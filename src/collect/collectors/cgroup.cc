// SPDX-License-Identifier: GPL-2.0-or-later
// cpu.stat, memory.current and memory.events of this process's control group
// (Documentation/admin-guide/cgroup-v2.rst).
#include "collect/text_collector.h"

namespace lodestone::collector_cgroup {
namespace {

void parse(std::string_view prefix, std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    const std::string_view name = next_word(line);
    if (const auto level = to_count(name)) {  // a file of one number
      readings.level(prefix.substr(0, prefix.size() - 1), static_cast<double>(*level));
    } else if (const auto value = to_count(next_word(line))) {
      readings.counter(std::string(prefix) + std::string(name), *value);
    }
  }
}

// The folder of the unified hierarchy: "0::/user.slice" in /proc/self/cgroup.
Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  const std::string text = here.root.text("/proc/self/cgroup");
  std::string_view rest = text, line;
  while (next_line(rest, line))
    if (line.starts_with("0::")) {
      std::string folder = "/sys/fs/cgroup" + std::string(line.substr(3));
      if (!here.root.exists(folder + "/cpu.stat"))
        folder = "/sys/fs/cgroup";  // the group as seen inside a container
      return open_files(here.root,
                        {{folder + "/cpu.stat", "cpu."},
                         {folder + "/memory.current", "memory.current."},
                         {folder + "/memory.events", "memory.events."}},
                        parse, "control group statistics");
    }
  return fail(ErrorCode::not_found, "this process is in no control group of version 2");
}

}  // namespace

extern const StatisticsCollector collector_cgroup{
    "cgroup", "CPU time, throttling and memory of the control group", 1, open};

}  // namespace lodestone::collector_cgroup
