// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/buddyinfo (mm/vmstat.c): free blocks by order, summed over the orders' numbers of pages
// too.
#include "collect/text_collector.h"

namespace lodestone::collector_buddyinfo {
namespace {

// "Node 0, zone   Normal   4381   1093 ..."
void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    if (next_word(line) != "Node") continue;
    std::string_view node = next_word(line);
    if (node.ends_with(',')) node.remove_suffix(1);
    if (next_word(line) != "zone") continue;
    const std::string prefix =
        "Node." + std::string(node) + ".zone." + std::string(next_word(line)) + ".";
    for (int order = 0;; ++order) {
      const auto blocks = to_count(next_word(line));
      if (!blocks) break;
      readings.level(prefix + std::to_string(order), static_cast<double>(*blocks));
    }
  }
}

}  // namespace

extern const StatisticsCollector collector_buddyinfo{
    "buddyinfo", "free blocks of memory by node, zone and order", 1,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/buddyinfo", parse); }};

}  // namespace lodestone::collector_buddyinfo
