// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/net/dev (net/core/net-procfs.c): bytes, packets, errors and drops by interface.
#include "collect/text_collector.h"

namespace lodestone::collector_netdev {
namespace {

constexpr const char* fields[] = {"rx_bytes", "rx_packets", "rx_errors", "rx_dropped",
                                  nullptr,    nullptr,      nullptr,     nullptr,
                                  "tx_bytes", "tx_packets", "tx_errors", "tx_dropped"};

void parse(std::string_view text, Readings& readings) {
  std::string_view line;
  std::string name;
  while (next_line(text, line)) {
    const size_t colon = line.rfind(':');  // an alias has one in its name
    if (colon == std::string_view::npos) continue;
    std::string_view device = line.substr(0, colon);
    const std::string_view interface = next_word(device);
    std::string_view rest = line.substr(colon + 1);
    for (const char* field : fields) {
      const auto value = to_count(next_word(rest));
      if (!value) break;
      if (!field) continue;
      ((name = interface) += '.') += field;
      readings.counter(name, *value);
    }
  }
}

}  // namespace

extern const StatisticsCollector collector_netdev{
    "net-dev", "bytes and packets of each network interface", 0,
    [](const CollectorInput& here) { return open_text(here.root, "/proc/net/dev", parse); }};

}  // namespace lodestone::collector_netdev
