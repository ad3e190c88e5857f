// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/softirqs (kernel/softirq.c): one total per kind over all CPUs, as LKP names
// it: softirqs.TIMER.
#include "collect/text_collector.h"

namespace lodestone::collector_softirqs {
namespace {

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  if (!next_line(text, line)) return;  // the heading
  size_t cpus = 0;
  while (next_word(line).starts_with("CPU")) ++cpus;
  readings.summed_over(cpus);
  while (next_line(text, line)) {
    const std::string_view key = next_word(line);
    if (!key.ends_with(':')) continue;
    uint64_t total = 0;
    while (const auto value = to_count(next_word(line))) total += *value;
    readings.counter(key.substr(0, key.size() - 1), total);
  }
}

}  // namespace

extern const StatisticsCollector collector_softirqs{
    "softirqs", "soft interrupts by kind, over all CPUs", 0,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/softirqs", parse); }};

}  // namespace lodestone::collector_softirqs
