// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/scaling_law.h"

#include <nlohmann/json.hpp>

#include "model/scaling.h"
#include "stats/usl.h"

namespace lodestone {
namespace {

using Mode = ScalingCell ScalingRow::*;

std::vector<stats::UslPoint> points_of(const ScalingSweep& sweep, Mode mode) {
  std::vector<stats::UslPoint> points;
  for (const ScalingRow& row : sweep.rows)
    if (const auto& rate = (row.*mode).rate; rate && *rate > 0)
      points.push_back({static_cast<double>(row.tasks), *rate});
  return points;
}

Measurement measurement_of(const std::string& id, const char* title,
                           const stats::UslParameter& parameter, std::vector<Sample> samples) {
  Measurement m;
  m.metric = {id, title, "", Better::lower, Kind::share};
  m.center = parameter.value;
  m.n = static_cast<long long>(samples.size());
  m.samples = std::move(samples);
  if (parameter.low && parameter.high) {
    m.interval[0] = parameter.low;
    m.interval[1] = parameter.high;
  }
  return m;
}

void add_mode(WorkloadResult& result, const std::vector<ScalingSweep>& sweeps, Mode mode,
              const std::string& name) {
  std::vector<stats::UslPoint> all;
  std::vector<Sample> contention, coherency;
  int number = 0;
  for (const ScalingSweep& sweep : sweeps) {
    const auto points = points_of(sweep, mode);
    all.insert(all.end(), points.begin(), points.end());
    if (const auto fit = stats::fit_usl(points)) {
      contention.push_back({fit->contention.value, sweep.boot, sweep.block, number});
      coherency.push_back({fit->coherency.value, sweep.boot, sweep.block, number});
    }
    ++number;
  }
  const auto fit = stats::fit_usl(all);
  if (!fit || fit->superlinear) return;
  result.metrics.push_back(measurement_of(result.id + "." + name + "_contention", "contention",
                                          fit->contention, std::move(contention)));
  result.metrics.push_back(measurement_of(result.id + "." + name + "_coherency", "coherency",
                                          fit->coherency, std::move(coherency)));
}

}  // namespace

void add_scaling_law(Run& run, const std::string& prefix) {
  const auto all = scaling_sweeps(run.passes);
  for (WorkloadResult& result : run.workloads) {
    if (result.mode != "sweep" || !result.id.starts_with(prefix)) continue;
    std::vector<ScalingSweep> mine;
    for (const ScalingSweep& sweep : all)
      if (sweep.workload == result.id && sweep.parameters == result.parameters)
        mine.push_back(sweep);
    add_mode(result, mine, &ScalingRow::processes, "process");
    add_mode(result, mine, &ScalingRow::threads, "thread");
  }
}

}  // namespace lodestone
