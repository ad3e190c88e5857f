// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/schedstat, versions 15 to 17 (Documentation/scheduler/sched-stats.rst): the lines of the
// CPUs, summed. Fields 1, 3 to 9 as there; field 2 has been zero since version 15.
#include "collect/text_collector.h"

namespace lodestone::collector_schedstat {
namespace {

constexpr const char* fields[] = {"sched_yield",        nullptr,          "schedule_called",
                                  "schedule_left_idle", "try_to_wake_up", "try_to_wake_up_local",
                                  "cpu_time_ns",        "run_delay_ns",   "timeslices"};

void parse(std::string_view text, Readings& readings) {
  uint64_t totals[std::size(fields)] = {};
  size_t cpus = 0;
  std::string_view line;
  while (next_line(text, line)) {
    const std::string_view key = next_word(line);
    if (!key.starts_with("cpu") || !to_count(key.substr(3))) continue;
    for (uint64_t& total : totals)
      if (const auto value = to_count(next_word(line))) total += *value;
    ++cpus;
  }
  if (cpus == 0) return;
  readings.summed_over(cpus);
  for (size_t i = 0; i < std::size(fields); ++i)
    if (fields[i]) readings.counter(fields[i], totals[i]);
}

}  // namespace

extern const StatisticsCollector collector_schedstat{
    "schedstat", "scheduler calls, run time and run delay, over all CPUs", 0,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/schedstat", parse); }};

}  // namespace lodestone::collector_schedstat
