// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/net/softnet_stat (net/core/net-procfs.c): hexadecimal, a line a CPU: processed, dropped,
// time_squeeze.
#include <charconv>

#include "collect/text_collector.h"

namespace lodestone::collector_softnet {
namespace {

constexpr const char* fields[] = {"processed", "dropped", "time_squeeze"};

void parse(std::string_view text, Readings& readings) {
  uint64_t totals[std::size(fields)] = {};
  std::string_view line;
  size_t cpus = 0;
  while (next_line(text, line)) {
    for (uint64_t& total : totals) {
      const std::string_view word = next_word(line);
      uint32_t value = 0;
      if (std::from_chars(word.data(), word.data() + word.size(), value, 16).ec == std::errc())
        total += value;
    }
    ++cpus;
  }
  if (cpus == 0) return;
  readings.summed_over(cpus);
  for (size_t i = 0; i < std::size(fields); ++i) readings.counter(fields[i], totals[i]);
}

}  // namespace

extern const StatisticsCollector collector_softnet{
    "softnet", "packets taken from the network queues, over all CPUs", 0,
    [](const CollectorInput& here) {
      return open_text(here.root, "/proc/net/softnet_stat", parse);
    }};

}  // namespace lodestone::collector_softnet
