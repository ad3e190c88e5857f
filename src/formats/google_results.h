// SPDX-License-Identifier: GPL-2.0-or-later
// Results of google-benchmark, whatever the form that they were printed in: repetitions are samples
// of their name; aggregates count only where a name's repetitions are missing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "formats/samples.h"

namespace lodestone {

class GoogleResults {
 public:
  // A repetition's time, and further values of the name: "cpu_time", "bytes_per_second", a counter.
  void time(const std::string& name, const std::string& unit, double value);
  void value(const std::string& name, const std::string& key, const std::string& unit,
             double value);
  // `kind` is google-benchmark's: "mean", "stddev"; others say nothing more.
  void aggregate(const std::string& name, std::string_view kind, const std::string& unit,
                 std::optional<double> value, std::optional<long long> repetitions);
  // A benchmark that reports an error or was skipped.
  void failure() { ++failures_; }

  bool empty() const { return samples_.empty() && aggregates_.empty(); }
  // F229 where some failed.
  void report_failures(Collector& collector);
  // Rows of the table; what was given before is forgotten.
  void emit(Collector& collector, size_t table);

 private:
  struct Aggregate {
    std::string unit;
    std::optional<double> mean, deviation;
    std::optional<long long> repetitions;
  };
  SampleTable samples_;
  std::set<std::string> measured_;
  std::map<std::string, Aggregate> aggregates_;
  size_t failures_ = 0;
};

}  // namespace lodestone
