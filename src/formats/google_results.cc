// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/google_results.h"

#include <string_view>
#include <utility>

namespace lodestone {

void GoogleResults::time(const std::string& name, const std::string& unit, double value) {
  measured_.insert(name);
  samples_.of(name, unit).push_back(value);
}

void GoogleResults::value(const std::string& name, const std::string& key, const std::string& unit,
                          double value) {
  samples_.of(name + ' ' + key, unit).push_back(value);
}

void GoogleResults::aggregate(const std::string& name, std::string_view kind,
                              const std::string& unit, std::optional<double> value,
                              std::optional<long long> repetitions) {
  Aggregate& one = aggregates_[name];
  one.unit = unit;
  one.repetitions = repetitions;
  if (kind == "mean") one.mean = value;
  if (kind == "stddev") one.deviation = value;
}

void GoogleResults::report_failures(Collector& collector) {
  if (const size_t failures = std::exchange(failures_, 0))
    collector.find("F229 failed-runs", std::to_string(failures) +
                                           " benchmarks report an error or were skipped; they are "
                                           "left out");
}

void GoogleResults::emit(Collector& collector, size_t table) {
  samples_.emit(collector, table);
  for (const auto& [name, one] : aggregates_) {
    if (measured_.contains(name) || !one.mean) continue;
    ReadingRow& row = collector.add(table, name, one.unit, one.mean);
    if (one.deviation && *one.mean > 0) row.spread_percent = 100 * *one.deviation / *one.mean;
    if (one.repetitions.value_or(0) >= 1) row.n = one.repetitions;
  }
  measured_.clear();
  aggregates_.clear();
}

}  // namespace lodestone
