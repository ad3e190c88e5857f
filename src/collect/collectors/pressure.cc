// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/pressure/* (Documentation/accounting/psi.rst): stall time in microseconds.
#include "collect/text_collector.h"

namespace lodestone::collector_pressure {
namespace {

// "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234"
void parse(std::string_view prefix, std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    const std::string_view kind = next_word(line);
    const size_t total = line.find("total=");
    if (total == std::string_view::npos) continue;
    std::string_view rest = line.substr(total + 6);
    if (const auto value = to_count(next_word(rest)))
      readings.counter(std::string(prefix) + std::string(kind) + ".total", *value);
  }
}

}  // namespace

extern const StatisticsCollector collector_pressure{
    "pressure", "time stalled for want of CPU, memory, input and output, in microseconds (PSI)", 0,
    [](const CollectorInput& here) {
      return open_files(here.root,
                        {{"/proc/pressure/cpu", "cpu."},
                         {"/proc/pressure/memory", "memory."},
                         {"/proc/pressure/io", "io."},
                         {"/proc/pressure/irq", "irq."}},
                        parse, "pressure stall information (CONFIG_PSI, psi=1)");
    }};

}  // namespace lodestone::collector_pressure
