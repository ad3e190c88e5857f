// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/slabinfo (mm/slab_common.c, version 2.x): readable by root alone.
#include "collect/text_collector.h"

namespace lodestone::collector_slabinfo {
namespace {

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  std::string name;
  while (next_line(text, line)) {
    if (line.empty() || line[0] == '#' || line.starts_with("slabinfo ")) continue;
    const std::string_view cache = next_word(line);
    const auto active = to_count(next_word(line));
    const auto objects = to_count(next_word(line));
    if (!active || !objects) continue;
    const size_t data = line.find("slabdata");
    (name = cache) += ".active_objs";
    readings.level(name, static_cast<double>(*active));
    (name = cache) += ".num_objs";
    readings.level(name, static_cast<double>(*objects));
    if (data == std::string_view::npos) continue;
    std::string_view rest = line.substr(data + 8);
    const auto active_slabs = to_count(next_word(rest));
    const auto slabs = to_count(next_word(rest));
    if (!active_slabs || !slabs) continue;
    (name = cache) += ".active_slabs";
    readings.level(name, static_cast<double>(*active_slabs));
    (name = cache) += ".num_slabs";
    readings.level(name, static_cast<double>(*slabs));
  }
}

}  // namespace

extern const StatisticsCollector collector_slabinfo{
    "slabinfo", "objects and slabs of each kernel cache (root)", 1,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/slabinfo", parse); }};

}  // namespace lodestone::collector_slabinfo
