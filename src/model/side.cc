// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/side.h"

#include <algorithm>
#include <bit>
#include <functional>

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
  to.interleaved.reset();
  to.n = static_cast<long long>(to.samples.size());
}

// Where the measurements of a side stand, by workload, condition and metric: open addressing over
// their indices, because a million keys in a tree cost more than what they lead to.
class Places {
 public:
  explicit Places(std::vector<SideMeasurement>& measurements, size_t most)
      : measurements_(measurements), places_(std::bit_ceil(2 * most + 1), none) {}

  // The index of the measurement; that of the next one to be added where there is none yet.
  size_t find_or_add(const WorkloadResult& result, size_t hash, const Metric& metric) {
    size_t place = hash * 31 + std::hash<Name>{}(metric.id);
    for (;; ++place) {
      size_t& index = places_[place & (places_.size() - 1)];
      if (index == none) return index = measurements_.size();
      const SideMeasurement& known = measurements_[index];
      if (known.measurement.metric.id == metric.id && known.workload == result.id &&
          known.copies == result.copies && known.mode == result.mode &&
          known.parameters == result.parameters)
        return index;
    }
  }

 private:
  static constexpr size_t none = ~size_t{0};
  std::vector<SideMeasurement>& measurements_;
  std::vector<size_t> places_;
};

size_t hash_of(const WorkloadResult& result) {
  const std::hash<std::string> hash;
  size_t sum = hash(result.id) + static_cast<size_t>(result.copies) * 7919;
  for (const auto& [key, value] : result.parameters) sum = sum * 31 + hash(key) * 31 + hash(value);
  return sum;
}

size_t measurements_in(const std::vector<Run>& runs) {
  size_t count = 0;
  for (const Run& run : runs)
    for (const WorkloadResult& result : run.workloads) count += result.metrics.size();
  return count;
}

}  // namespace

Side side_of(const std::vector<Run>& runs) {
  return side_of(std::vector<Run>(runs));
}

Side side_of(std::vector<Run>&& runs) {
  Side side;
  std::vector<std::string> boots;
  Places places(side.measurements, measurements_in(runs));
  if (runs.size() == 1) side.measurements.reserve(measurements_in(runs));
  int next_block = 0, next_process = 0;
  for (Run& run : runs) {
    if (side.label.empty()) side.label = run.label.empty() ? run.id : run.label;
    side.context = run.context;  // the newest; differences between runs of one label are found from
                                 // the contexts
    auto known = std::find(boots.begin(), boots.end(), run.boot_id);
    const int boot = static_cast<int>(known - boots.begin());
    if (known == boots.end()) boots.push_back(run.boot_id);
    int blocks = 0, processes = 0;
    for (WorkloadResult& result : run.workloads) {
      const size_t hash = hash_of(result);
      if (result.pass_seconds > 0) side.pass_seconds[result.id].insert(result.pass_seconds);
      for (Measurement& m : result.metrics) {
        for (const Sample& sample : m.samples) {
          blocks = std::max(blocks, sample.block + 1);
          processes = std::max(processes, sample.process + 1);
        }
        const size_t index = places.find_or_add(result, hash, m.metric);
        if (index < side.measurements.size()) {
          append(side.measurements[index].measurement, m, boot, next_block, next_process);
          continue;
        }
        std::vector<Sample> samples = std::move(m.samples);
        side.measurements.push_back({result.id, result.copies, result.mode, result.parameters,
                                     std::move(m), std::nullopt, std::nullopt});
        Measurement& added = side.measurements.back().measurement;
        if (boot || next_block || next_process) {
          m.samples = std::move(samples);
          added.samples.clear();
          append(added, m, boot, next_block, next_process);
        } else {
          added.samples = std::move(samples);
        }
      }
      result.metrics = {};
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
    entry.rounding = row.rounding;
    side.measurements.push_back(std::move(entry));
  }
  return side;
}

}  // namespace lodestone
