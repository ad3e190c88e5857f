// SPDX-License-Identifier: GPL-2.0-or-later
// A reading: what was understood of published results. Document: lodestone.reading/1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/maybe.h"
#include "model/context.h"
#include "model/finding.h"
#include "model/metric.h"
#include "model/run.h"

namespace lodestone {

struct ReadingRow {
  Metric metric;  // id, title as printed, unit as printed, direction and kind from the dictionary
  Maybe<double> value;  // exactly as printed
  Maybe<double> spread_percent;
  SpreadKind spread_kind = SpreadKind::sd;
  Maybe<long long> n;                    // runs behind the value, where stated
  std::vector<double> samples;           // where the single values are printed
  Maybe<double> baseline, index;         // UnixBench
  Maybe<double> printed_change_percent;  // beside the new side's value, where the text prints one
  // Where the samples come from, one a sample, where the text says it; empty: each is a run of its
  // own. `value` is that of `samples`.
  std::vector<Sample> places;
  // Half a unit of the last printed digit, in the unit of the value, where that is coarser than the
  // value shows: "102k" is 102000 and may be 101500 to 102500.
  Maybe<double> rounding;
};

struct ReadingTable {
  std::string format;  // one of the format names
  std::string label;   // what a reader would call this column; empty if nothing names it
  std::optional<int> copies;
  Context context;  // machine, cpus, kernel ... as far as the text says
  std::vector<ReadingRow> rows;
  std::optional<size_t>
      repeat_of;  // index of the table that this one repeats; such a table is not compared
};

struct ReadingPair {
  size_t base = 0, new_ = 0;  // indices into tables
  std::string why;
};

// A number that the text itself states about its comparison, outside the tables.
struct Claim {
  enum class Subject { points, percent, noise_percent } subject = Subject::percent;
  double low = 0, high = 0;  // equal for a single number
  std::string text;          // as written
};

struct Reading {
  std::vector<ReadingTable> tables;
  std::vector<ReadingPair> pairs;
  std::vector<Claim> statements;
  std::vector<Finding> findings;
};

Json to_json(const Reading& reading);
Result<Reading> reading_from_json(const Json& document);

}  // namespace lodestone
