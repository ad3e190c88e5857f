// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/side_run.h"

#include <map>
#include <tuple>

namespace lodestone {

Run run_of(const Side& side) {
  Run run;
  run.label = side.label;
  run.method = "read";
  run.context = side.context;
  run.findings = side.findings;
  using Key = std::tuple<std::string, int, std::string, std::map<std::string, std::string>>;
  std::map<Key, size_t> places;
  for (const SideMeasurement& m : side.measurements) {
    const Key key(m.workload, m.copies.value_or(1), m.mode, m.parameters);
    const auto [place, fresh] = places.try_emplace(key, run.workloads.size());
    if (fresh) {
      WorkloadResult result;
      result.id = m.workload;
      result.copies = m.copies.value_or(1);
      if (!m.mode.empty()) result.mode = m.mode;
      result.parameters = m.parameters;
      run.workloads.push_back(std::move(result));
    }
    run.workloads[place->second].metrics.push_back(m.measurement);
  }
  return run;
}

}  // namespace lodestone
