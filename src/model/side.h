// SPDX-License-Identifier: GPL-2.0-or-later
// One arm of a comparison: its label, its context and its measurements, whatever the method they
// came from.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/context.h"
#include "model/finding.h"
#include "model/reading.h"
#include "model/run.h"

namespace lodestone {

struct SideMeasurement {
  Name workload;  // empty for metrics of no workload
  Maybe<int> copies;
  Name mode;  // empty where it does not matter
  std::map<std::string, std::string> parameters;
  Measurement measurement;
  Maybe<double> printed_change_percent;  // what the text itself says of this value against the base
  Maybe<double> rounding;                // of a printed value (model/reading.h)
};

struct Side {
  std::string label;
  Context context;
  size_t boots = 1;  // how many boots the samples come from
  std::vector<SideMeasurement> measurements;
  std::vector<Finding> findings;
  std::map<std::string, std::set<double>> pass_seconds;  // lengths of passes, where known
};

// Several runs under one label are one side: samples are appended, boots told apart by boot id,
// blocks and processes renumbered so that no two processes of different runs look like one.
Side side_of(const std::vector<Run>& runs);
Side side_of(std::vector<Run>&& runs);  // empties their workloads on the way: no second copy
// A table that was read: single values, or summaries where a spread or a run count is known, or
// samples.
Side side_of(const ReadingTable& table);

}  // namespace lodestone
