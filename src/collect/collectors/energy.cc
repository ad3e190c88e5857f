// SPDX-License-Identifier: GPL-2.0-or-later
// RAPL through powercap (Documentation/power/powercap/powercap.rst): energy_uj wraps at
// max_energy_range_uj, so the range is added when it falls. In joules under the domain's name, as
// turbostat's packages. Root only since 5.10.
#include <map>

#include "collect/text_collector.h"

namespace lodestone::collector_energy {
namespace {

class Session : public CollectorSession {
 public:
  explicit Session(const Root& root) {
    for (const std::string& zone : root.list("/sys/class/powercap")) {
      const std::string folder = "/sys/class/powercap/" + zone;
      const auto name = root.line(folder + "/name");
      if (zone.find(':') == std::string::npos || !name) continue;
      const size_t first = zone.find(':');
      zones_.push_back(
          {KeptFile(root, folder + "/energy_uj"), *name + "." + zone.substr(first + 1) + ".joules",
           static_cast<uint64_t>(root.integer(folder + "/max_energy_range_uj").value_or(0))});
    }
  }

  Result<void> read(Readings& readings) override {
    Result<void> last = fail(ErrorCode::not_found, "this machine shows no energy counters");
    for (Zone& zone : zones_) {
      const auto text = zone.file.read(4096);
      if (!text) {
        if (!last) last = tl::unexpected<Error>(text.error());
        continue;
      }
      std::string_view rest = *text, line;
      const auto value = next_line(rest, line) ? to_count(line) : std::nullopt;
      if (!value) continue;
      if (*value < zone.before) zone.wrapped += zone.range;
      zone.before = *value;
      readings.scaled_counter(zone.name, zone.wrapped + *value, 1e-6);
      last = {};
    }
    return last;
  }

 private:
  struct Zone {
    KeptFile file;
    std::string name;
    uint64_t range = 0, before = 0, wrapped = 0;
  };
  std::vector<Zone> zones_;
};

Result<std::unique_ptr<CollectorSession>> open(const CollectorInput& here) {
  return tried(std::make_unique<Session>(here.root));
}

}  // namespace

extern const StatisticsCollector collector_energy{
    "energy", "energy of packages, cores and memory in joules (RAPL)", 10, open};

}  // namespace lodestone::collector_energy
