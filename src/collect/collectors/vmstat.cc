// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/vmstat (mm/vmstat.c): names that begin with nr_ are levels, everything else counts events.
#include "collect/text_collector.h"

namespace lodestone::collector_vmstat {
namespace {

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    const std::string_view name = next_word(line);
    const auto value = to_count(next_word(line));
    if (!value) continue;
    // nr_dirtied, nr_written and the like are counters in spite of their prefix.
    const bool event = !name.starts_with("nr_") || name == "nr_dirtied" || name == "nr_written" ||
                       name == "nr_vmscan_write" || name == "nr_vmscan_immediate_reclaim" ||
                       name == "nr_foll_pin_acquired" || name == "nr_foll_pin_released" ||
                       name == "nr_throttled_written";
    if (event)
      readings.counter(name, *value);
    else
      readings.level(name, static_cast<double>(*value));
  }
}

}  // namespace

extern const StatisticsCollector collector_vmstat{
    "proc-vmstat", "events and levels of memory management (/proc/vmstat)", 1,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/vmstat", parse); }};

}  // namespace lodestone::collector_vmstat
