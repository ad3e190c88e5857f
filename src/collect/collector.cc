// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/collector.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone {
namespace {

// What is read at small cost everywhere, and moves when the kernel's work does.
constexpr std::string_view by_default[] = {"time",     "proc-stat", "cpuidle", "interrupts",
                                           "softirqs", "schedstat", "pressure"};

bool is_default(std::string_view name) {
  return std::find(std::begin(by_default), std::end(by_default), name) != std::end(by_default);
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

Result<std::vector<const StatisticsCollector*>> select_collectors(std::string_view list) {
  std::vector<const StatisticsCollector*> chosen;
  for (const std::string& word : split_commas(list.empty() ? "default" : list)) {
    bool any = false;
    for (const StatisticsCollector* collector : collectors) {
      const bool match = word == "all" || (word == "default" && is_default(collector->name)) ||
                         glob_match(word, collector->name);
      if (!match) continue;
      any = true;
      if (std::find(chosen.begin(), chosen.end(), collector) == chosen.end())
        chosen.push_back(collector);
    }
    if (!any) {
      std::vector<std::string> names;
      for (const StatisticsCollector* collector : collectors) names.emplace_back(collector->name);
      return fail(ErrorCode::not_found, "there is no collector '" + word + "'", "",
                  "all, default, or some of: " + join(names, ", "));
    }
  }
  return chosen;
}

// Directions as docs/design.md section 2 has them: system statistics are neutral, but for waits,
// stalls, throttling and errors, which nobody wants more of.
Metric collected_metric(std::string_view full_name) {
  Metric metric{.id = std::string(full_name), .title = std::string(full_name)};
  const std::string_view group = full_name.substr(0, full_name.find('.'));
  if (group == "time" && full_name.ends_with("_time")) {
    metric.unit = "s";
    metric.kind = Kind::time;
  } else if (group == "proc-stat" && full_name.starts_with("proc-stat.cpu.")) {
    metric.unit = "s";
    metric.kind = Kind::time;
    if (full_name == "proc-stat.cpu.steal") metric.better = Better::lower;
  } else if (group == "schedstat" && full_name.ends_with("_ns")) {
    metric.unit = "ns";
    metric.kind = Kind::time;
    if (full_name.ends_with("run_delay_ns")) metric.better = Better::lower;
  } else if (group == "pressure") {
    metric.unit = "us";
    metric.kind = Kind::time;
    metric.better = Better::lower;
  } else if (group == "cpuidle" && full_name.ends_with(".time")) {
    metric.unit = "us";
    metric.kind = Kind::time;
  } else if (group == "meminfo" || group == "numa-meminfo") {
    metric.unit = "kB";
    metric.kind = Kind::size;
  } else if (group == "energy") {
    metric.unit = "J";
    metric.better = Better::lower;
  } else if (group == "cpufreq") {
    metric.unit = "kHz";
    metric.kind = Kind::rate;
    metric.better = Better::neutral;
  } else if (group == "thermal" && full_name.ends_with(".temp")) {
    metric.unit = "C";
  } else if (group == "cgroup" && full_name.ends_with("_usec")) {
    metric.unit = "us";
    metric.kind = Kind::time;
    if (full_name.find("throttled") != std::string_view::npos) metric.better = Better::lower;
  } else if (ends_with_any(full_name,
                           {"_throttle_count", "_errors", "_dropped", ".dropped", ".contentions",
                            ".con-bounces", "_maximum_resident_set_size"})) {
    metric.better = Better::lower;
  }
  // Times and rates with a direction are results of workloads (docs/statistics.md); what is
  // collected explains them.
  if (metric.better != Better::neutral && metric.kind == Kind::time) metric.kind = Kind::count;
  return metric;
}

}  // namespace lodestone
