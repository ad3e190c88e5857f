// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/meminfo (fs/proc/meminfo.c): levels in kB, as LKP names them without the colon.
#include "collect/text_collector.h"

namespace lodestone::collector_meminfo {
namespace {

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  while (next_line(text, line)) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view rest = line.substr(colon + 1);
    if (const auto value = to_count(next_word(rest)))
      readings.level(line.substr(0, colon), static_cast<double>(*value));
  }
}

}  // namespace

extern const StatisticsCollector collector_meminfo{
    "meminfo", "memory by use, in kB (/proc/meminfo)", 1,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/meminfo", parse); }};

}  // namespace lodestone::collector_meminfo
