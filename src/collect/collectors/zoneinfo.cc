// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/zoneinfo (mm/vmstat.c): free pages and watermarks by zone; the per-CPU sets are left out.
#include "collect/text_collector.h"

namespace lodestone::collector_zoneinfo {
namespace {

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  std::string prefix;
  while (next_line(text, line)) {
    const std::string_view key = next_word(line);
    if (key == "Node") {
      std::string_view node = next_word(line);
      if (node.ends_with(',')) node.remove_suffix(1);
      next_word(line);  // "zone"
      ((prefix = "Node.") += node) += ".zone.";
      (prefix += next_word(line)) += '.';
    } else if (key == "pages" && next_word(line) == "free") {
      if (const auto value = to_count(next_word(line)))
        readings.level(prefix + "nr_free_pages", static_cast<double>(*value));
    } else if (key == "min" || key == "low" || key == "high" || key == "managed") {
      if (const auto value = to_count(next_word(line)))
        readings.level(prefix + std::string(key), static_cast<double>(*value));
    }
  }
}

}  // namespace

extern const StatisticsCollector collector_zoneinfo{
    "proc-zoneinfo", "free pages and watermarks of each memory zone", 10,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/zoneinfo", parse); }};

}  // namespace lodestone::collector_zoneinfo
