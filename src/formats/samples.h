// SPDX-License-Identifier: GPL-2.0-or-later
// Rows that a format gives sample by sample.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/collector.h"

namespace lodestone {

// Value: the mean of the samples; n: their number.
inline ReadingRow& add_samples(Collector& collector, size_t table, Name title, Name unit,
                               std::vector<double> samples) {
  double sum = 0;
  for (double sample : samples) sum += sample;
  const double mean = samples.empty() ? 0 : sum / static_cast<double>(samples.size());
  ReadingRow& row =
      collector.add(table, title, unit,
                    samples.empty() || !std::isfinite(mean) ? std::nullopt : std::optional(mean));
  row.n = static_cast<long long>(samples.size());
  if (samples.size() > 1) row.samples = std::move(samples);
  return row;
}

// Samples by title in the order in which the titles came first.
class SampleTable {
 public:
  std::vector<double>& of(const std::string& title, const std::string& unit) {
    const auto [place, fresh] = index_.try_emplace(title + '\t' + unit, rows_.size());
    if (fresh) rows_.push_back({title, unit, {}});
    return rows_[place->second].samples;
  }
  bool empty() const { return rows_.empty(); }
  void emit(Collector& collector, size_t table) {
    for (Row& row : rows_)
      add_samples(collector, table, row.title, row.unit, std::move(row.samples));
    rows_.clear();
    index_.clear();
  }

 private:
  struct Row {
    std::string title, unit;
    std::vector<double> samples;
  };
  std::vector<Row> rows_;
  std::unordered_map<std::string, size_t> index_;
};

}  // namespace lodestone
