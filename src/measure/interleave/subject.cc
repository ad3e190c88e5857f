// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/subject.h"

#include <algorithm>

#include "stats/sample.h"

namespace lodestone {

SideMeasurement Subject::describe(const SubjectMetric& metric) const {
  SideMeasurement side;
  side.workload = name;
  side.copies = copies;
  side.mode = mode;
  side.parameters = parameters;
  side.measurement.metric = metric.metric;
  return side;
}

std::optional<double> seconds_per_operation(const Pass& pass, WindowStatistic statistic) {
  double rate = 0;
  for (const Copy& copy : pass.copies) {
    const auto& windows = copy.windows;
    if (windows.empty()) return std::nullopt;
    size_t skip = windows.size() >= 5 ? std::max<size_t>(1, windows.size() / 10) : 0;
    std::vector<double> times, operations;
    double ticks = 0, done = 0;
    for (size_t i = skip; i < windows.size(); ++i) {
      if (windows[i].operations == 0 || windows[i].ticks_ns <= 0) continue;
      times.push_back(static_cast<double>(windows[i].ticks_ns) * 1e-9 /
                      static_cast<double>(windows[i].operations));
      ticks += static_cast<double>(windows[i].ticks_ns) * 1e-9;
      done += static_cast<double>(windows[i].operations);
    }
    if (times.empty()) return std::nullopt;
    double time = statistic == WindowStatistic::mean    ? ticks / done
                  : statistic == WindowStatistic::tenth ? *stats::quantile(times, .1)
                                                        : *stats::median(times);
    rate += 1 / time;
  }
  if (!(rate > 0)) return std::nullopt;
  return 1 / rate;
}

}  // namespace lodestone
