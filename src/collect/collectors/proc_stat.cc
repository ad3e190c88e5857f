// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/stat (proc(5)): CPU time in USER_HZ ticks since boot, switches, interrupts, forks.
#include <unistd.h>

#include "collect/text_collector.h"

namespace lodestone::collector_proc_stat {
namespace {

constexpr const char* modes[] = {"user", "nice",    "system", "idle",  "iowait",
                                 "irq",  "softirq", "steal",  "guest", "guest_nice"};

void parse(std::string_view text, Readings& readings) {
  static const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  std::string_view line;
  std::string name;
  while (next_line(text, line)) {
    const std::string_view key = next_word(line);
    if (key == "cpu") {
      for (const char* mode : modes)
        if (const auto value = to_count(next_word(line)))
          readings.scaled_counter((name = "cpu.") += mode, *value,
                                  tick);  // seconds of all CPUs together
    } else if (key == "ctxt" || key == "processes" || key == "intr" || key == "softirq") {
      if (const auto value = to_count(next_word(line))) readings.counter(key, *value);
    } else if (key == "procs_running" || key == "procs_blocked") {
      if (const auto value = to_count(next_word(line)))
        readings.level(key, static_cast<double>(*value));
    }
  }
}

}  // namespace

extern const StatisticsCollector collector_proc_stat{
    "proc-stat", "CPU time by mode, context switches, interrupts and forks of the whole machine", 0,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/stat", parse); }};

}  // namespace lodestone::collector_proc_stat
