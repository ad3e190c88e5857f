// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/side.h"

#include <algorithm>
#include <tuple>

namespace lodestone {
namespace {

// Order and numbers of a run's samples, moved behind those that are there already.
void append(Measurement& to, const Measurement& from, int boot, int first_block,
            int first_process) {
  for (Sample sample : from.samples) {
    sample.boot += boot;
    sample.block += first_block;
    sample.process += first_process;
    to.samples.push_back(sample);
  }
  // What was computed for one run alone does not hold for several.
  to.center.reset();
  to.interval[0].reset();
  to.interval[1].reset();
  to.spread_percent.reset();
  to.n = static_cast<long long>(to.samples.size());
}

using Key =
    std::tuple<std::string, int, std::string, std::map<std::string, std::string>, std::string>;

}  // namespace

Side side_of(const std::vector<Run>& runs) {
  Side side;
  std::vector<std::string> boots;
  std::map<Key, size_t> places;
  int next_block = 0, next_process = 0;
  for (const Run& run : runs) {
    if (side.label.empty()) side.label = run.label.empty() ? run.id : run.label;
    side.context = run.context;  // the newest; differences between runs of one label are found from
                                 // the contexts
    auto known = std::find(boots.begin(), boots.end(), run.boot_id);
    const int boot = static_cast<int>(known - boots.begin());
    if (known == boots.end()) boots.push_back(run.boot_id);
    int blocks = 0, processes = 0;
    for (const WorkloadResult& result : run.workloads) {
      for (const Measurement& m : result.metrics) {
        const Key key(result.id, result.copies, result.mode, result.parameters, m.metric.id);
        auto [place, fresh] = places.try_emplace(key, side.measurements.size());
        if (fresh) {
          side.measurements.push_back(
              {result.id, result.copies, result.mode, result.parameters, m, std::nullopt});
          if (boot || next_block || next_process) {
            side.measurements.back().measurement.samples.clear();
            append(side.measurements.back().measurement, m, boot, next_block, next_process);
          }
        } else {
          append(side.measurements[place->second].measurement, m, boot, next_block, next_process);
        }
        for (const Sample& sample : m.samples) {
          blocks = std::max(blocks, sample.block + 1);
          processes = std::max(processes, sample.process + 1);
        }
      }
    }
    next_block += blocks;
    next_process += processes;
    for (const Finding& finding : run.findings) add_finding(side.findings, finding);
  }
  side.boots = std::max<size_t>(1, boots.size());
  return side;
}

Side side_of(const ReadingTable& table) {
  Side side;
  side.label = table.label;
  side.context = table.context;
  for (const ReadingRow& row : table.rows) {
    SideMeasurement entry;
    entry.copies = table.copies;
    if (const size_t dot = row.metric.id.rfind('.'); dot != std::string::npos) {
      const std::string workload = row.metric.id.substr(0, dot);
      if (workload.find('/') != std::string::npos) entry.workload = workload;
    }
    Measurement& m = entry.measurement;
    m.metric = row.metric;
    m.center = row.value;
    m.spread_percent = row.spread_percent;
    m.spread_kind = row.spread_kind;
    m.n = row.n;
    if (row.samples.size() > 1) {
      m.basis = Basis::sampled;
      if (row.places.size() == row.samples.size())
        m.samples = row.places;
      else
        for (size_t i = 0; i < row.samples.size(); ++i)
          m.samples.push_back({row.samples[i], 0, static_cast<int>(i), static_cast<int>(i)});
      for (const Sample& sample : m.samples)
        side.boots = std::max(side.boots, static_cast<size_t>(sample.boot) + 1);
    } else {
      m.basis = row.spread_percent ? Basis::summary : Basis::single;
    }
    entry.printed_change_percent = row.printed_change_percent;
    side.measurements.push_back(std::move(entry));
  }
  return side;
}

}  // namespace lodestone
