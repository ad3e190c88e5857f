// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/diskstats (Documentation/admin-guide/iostats.rst): whole disks; loop and ram devices are
// left out.
#include "collect/text_collector.h"

namespace lodestone::collector_diskstats {
namespace {

constexpr const char* fields[] = {"rd_ios", "rd_merges", "rd_sectors",   "rd_ticks",
                                  "wr_ios", "wr_merges", "wr_sectors",   "wr_ticks",
                                  nullptr,  "io_ticks",  "time_in_queue"};

// A partition's name is that of its disk and a number, after a 'p' where the disk's name ends in a
// digit.
bool is_partition(std::string_view name, std::string_view disk) {
  if (disk.empty() || !name.starts_with(disk) || name.size() == disk.size()) return false;
  std::string_view rest = name.substr(disk.size());
  if (disk.back() >= '0' && disk.back() <= '9' && rest[0] != 'p') return false;
  if (rest[0] == 'p') rest.remove_prefix(1);
  return to_count(rest).has_value();
}

void parse(std::string_view text, Readings& readings) {
  std::string_view line, disk;
  std::string name;
  while (next_line(text, line)) {
    next_word(line);
    next_word(line);
    const std::string_view device = next_word(line);
    if (device.empty() || device.starts_with("loop") || device.starts_with("ram") ||
        is_partition(device, disk))
      continue;
    disk = device;
    for (const char* field : fields) {
      const auto value = to_count(next_word(line));
      if (!value) break;
      if (!field) continue;
      ((name = device) += '.') += field;
      readings.counter(name, *value);
    }
  }
}

}  // namespace

extern const StatisticsCollector collector_diskstats{
    "diskstats", "requests, sectors and time of each disk", 0,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/diskstats", parse); }};

}  // namespace lodestone::collector_diskstats
