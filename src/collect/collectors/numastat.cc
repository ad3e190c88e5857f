// SPDX-License-Identifier: GPL-2.0-or-later
// /sys/devices/system/node/nodeN/numastat (Documentation/admin-guide/numastat.rst).
#include "collect/text_collector.h"

namespace lodestone::collector_numastat {
namespace {

void parse(std::string_view prefix, std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    const std::string_view name = next_word(line);
    if (const auto value = to_count(next_word(line)))
      readings.counter(std::string(prefix) + std::string(name), *value);
  }
}

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  std::vector<NamedFile> files;
  for (const std::string& node : here.root.list("/sys/devices/system/node"))
    if (node.starts_with("node") && to_count(std::string_view(node).substr(4)))
      files.push_back({"/sys/devices/system/node/" + node + "/numastat", node + "."});
  return open_files(here.root, files, parse, "memory nodes");
}

}  // namespace

extern const StatisticsCollector collector_numastat{
    "numa-numastat", "pages by node: hits, misses, foreign, local, other", 0, open};

}  // namespace lodestone::collector_numastat
