// SPDX-License-Identifier: GPL-2.0-or-later
// CPU time, throttling and memory of this process's control group, under the names of version 2
// (Documentation/admin-guide/cgroup-v2.rst). Where a controller is mounted in version 1 (also
// beside version 2: a hybrid), its files are read and stand under the same names.
#include <unistd.h>

#include <iterator>
#include <string>

#include "collect/text_collector.h"
#include "sys/cgroup.h"

namespace lodestone::collector_cgroup {
namespace {

// A line of a file of version 1, as version 2 has it. Files of one number have the key "".
struct Translated {
  const char* file;
  const char* key;
  const char* name;
  double scale;  // 0: a level
};
const double tick_usec = 1e6 / static_cast<double>(sysconf(_SC_CLK_TCK));
const Translated translations[] = {
    {"cpuacct.usage", "", "cpu.usage_usec", 1e-3},  // ns
    {"cpuacct.stat", "user", "cpu.user_usec", tick_usec},
    {"cpuacct.stat", "system", "cpu.system_usec", tick_usec},
    {"cpu.stat", "nr_periods", "cpu.nr_periods", 1},
    {"cpu.stat", "nr_throttled", "cpu.nr_throttled", 1},
    {"cpu.stat", "throttled_time", "cpu.throttled_usec", 1e-3},
    {"memory.usage_in_bytes", "", "memory.current", 0},
    {"memory.failcnt", "", "memory.events.max", 1},
    {"memory.oom_control", "oom_kill", "memory.events.oom_kill", 1},
};

constexpr std::string_view version_1 = "1:";  // begins the prefix of such a file

void parse_version_1(std::string_view file, std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    std::string_view key = next_word(line);
    auto value = to_count(key);
    if (value)
      key = "";
    else
      value = to_count(next_word(line));
    if (!value) continue;
    for (const Translated& one : translations)
      if (file == one.file && key == one.key) {
        if (one.scale == 0)
          readings.level(one.name, static_cast<double>(*value));
        else
          readings.scaled_counter(one.name, *value, one.scale);
      }
  }
}

void parse(std::string_view prefix, std::string_view text, Readings& readings) {
  if (prefix.starts_with(version_1))
    return parse_version_1(prefix.substr(version_1.size()), text, readings);
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

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  std::vector<NamedFile> files;
  // Files of `folder` in version 1; whether the controller is mounted there.
  const auto add_version_1 = [&](const char* controller, std::initializer_list<const char*> names) {
    const std::string folder = cgroup_folder(here.root, controller);
    for (const char* name : names)
      if (!folder.empty()) files.push_back({folder + "/" + name, std::string(version_1) + name});
    return !folder.empty();
  };
  const bool accounted = add_version_1("cpuacct", {"cpuacct.usage", "cpuacct.stat"});
  const bool limited = add_version_1("cpu", {"cpu.stat"});
  const bool memory =
      add_version_1("memory", {"memory.usage_in_bytes", "memory.failcnt", "memory.oom_control"});
  // A container may see its group alone, as the root.
  const std::string own = cgroup_folder(here.root, "");
  const std::string folder =
      here.root.exists(own + "/cpu.stat") || here.root.exists(own + "/memory.current")
          ? own
          : "/sys/fs/cgroup";
  if (!accounted && !limited && here.root.exists(folder + "/cpu.stat"))
    files.push_back({folder + "/cpu.stat", "cpu."});
  if (!memory && here.root.exists(folder + "/memory.current")) {
    files.push_back({folder + "/memory.current", "memory.current."});
    files.push_back({folder + "/memory.events", "memory.events."});
  }
  if (files.empty())
    if (const std::string hidden = hidden_cgroups(here.root); !hidden.empty())
      return fail(ErrorCode::not_found, "the control group of this process is not known", hidden);
  return open_files(here.root, files, parse, "control group statistics");
}

}  // namespace

extern const StatisticsCollector collector_cgroup{
    "cgroup", "CPU time, throttling and memory of the control group (version 1 or 2)", 1, open};

}  // namespace lodestone::collector_cgroup
