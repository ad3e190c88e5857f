// SPDX-License-Identifier: GPL-2.0-or-later
// /sys/devices/system/node/nodeN/meminfo: memory of each node in kB.
#include "collect/text_collector.h"

namespace lodestone::collector_numa_meminfo {
namespace {

// "Node 0 MemTotal:       8145064 kB"
void parse(std::string_view prefix, std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    next_word(line);
    next_word(line);
    std::string_view name = next_word(line);
    if (name.ends_with(':')) name.remove_suffix(1);
    if (const auto value = to_count(next_word(line)))
      readings.level(std::string(prefix) + std::string(name), static_cast<double>(*value));
  }
}

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  std::vector<NamedFile> files;
  for (const std::string& node : here.root.list("/sys/devices/system/node"))
    if (node.starts_with("node") && to_count(std::string_view(node).substr(4)))
      files.push_back({"/sys/devices/system/node/" + node + "/meminfo", node + "."});
  if (files.size() < 2)
    return fail(ErrorCode::not_found, "this machine has one memory node", "meminfo says the same");
  return open_files(here.root, files, parse, "memory nodes");
}

}  // namespace

extern const StatisticsCollector collector_numa_meminfo{
    "numa-meminfo", "memory by use and node, in kB (several nodes)", 1, open};

}  // namespace lodestone::collector_numa_meminfo
