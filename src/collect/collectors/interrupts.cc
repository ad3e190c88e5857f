// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/interrupts (kernel/irq/proc.c): one total per line over all CPUs, under LKP's name; per-CPU
// values would be thousands of rows that nobody reads.
#include "collect/text_collector.h"

namespace lodestone::collector_interrupts {
namespace {

// "LOC:Local_timer_interrupts"; of a device's line, which begins with a number, the words stand
// between dots: "24:PCI-MSI.1572864-edge.eth0".
void name_line(std::string_view key, std::string_view rest, std::string& name) {
  const bool device = to_count(key.substr(0, key.size() - 1)).has_value();
  name = key;
  char between = 0;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (between) name += between;
    name += word;
    between = device ? '.' : '_';
  }
  if (!between) name.pop_back();  // "ERR:" has no words
}

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  if (!next_line(text, line)) return;  // the heading: "           CPU0       CPU1"
  size_t cpus = 0;
  while (next_word(line).starts_with("CPU")) ++cpus;
  readings.summed_over(cpus);
  std::string name;
  while (next_line(text, line)) {
    const std::string_view key = next_word(line);
    if (!key.ends_with(':')) continue;
    uint64_t total = 0;
    size_t values = 0;
    for (; values < cpus; ++values) {
      const auto value = to_count(next_word(line));
      if (!value) break;
      total += *value;
    }
    if (values == 0) continue;
    name_line(key, line, name);
    readings.counter(name, total);
  }
}

}  // namespace

extern const StatisticsCollector collector_interrupts{
    "interrupts", "interrupts by line, over all CPUs", 0,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/interrupts", parse); }};

}  // namespace lodestone::collector_interrupts
