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
    if (is_vmstat_level(name))
      readings.level(name, static_cast<double>(*value));
    else
      readings.counter(name, *value);
  }
}

}  // namespace

extern const StatisticsCollector collector_vmstat{
    "proc-vmstat", "events and levels of memory management (/proc/vmstat)", 1,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/vmstat", parse); }};

}  // namespace lodestone::collector_vmstat
