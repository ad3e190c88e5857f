// SPDX-License-Identifier: GPL-2.0-or-later
// Runs as most layouts of other programs see them: named benchmarks, each with some quantities.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/writer.h"
#include "model/run.h"

namespace lodestone {

// One workload under one condition in one run. A metric of no workload stands alone.
struct Group {
  const Run* run = nullptr;
  const WorkloadResult* result = nullptr;
  std::string name;  // of the workload, else of the metric
  std::vector<const Measurement*> metrics;
};

// In the order of the runs and their results; metrics without any value are left out.
std::vector<Group> groups_of(Runs runs);

// {"copies","4"}, {"mode","thread"}, {"size","16k"}: processes are not named, copies are where
// there is a workload.
std::vector<std::pair<std::string, std::string>> condition_of(const Group& group);
// "unixbench/pipe/copies=4/size=16k".
std::string path_of(const Group& group);
// "rate" of unixbench/pipe.rate; "value" where the metric is the benchmark itself.
std::string quantity_of(const Group& group, const Measurement& measurement);
// What one result is called beside others: "label: " where several labels stand together, else "".
std::string prefix_of(const Group& group, Runs runs);

// The samples, else the centre alone where a single run stands behind it; empty for summaries.
std::vector<double> values_of(const Measurement& measurement);
// The centre, else the mean of the samples. Always finite.
std::optional<double> center_of(const Measurement& measurement);

// Seconds in a unit of time ("usecs/op", "µs", "ms" ...); nothing for other units.
std::optional<double> seconds_in(std::string_view unit);

// Bytes that XML 1.0 and most text formats do not allow (controls, broken UTF-8) become blanks.
std::string document_text(std::string_view text);

}  // namespace lodestone
