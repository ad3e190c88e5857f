// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/collector.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone {
namespace {

// What is read at small cost everywhere, and moves when the kernel's work does.
constexpr std::string_view by_default[] = {"time",     "proc-stat", "cpuidle",        "interrupts",
                                           "softirqs", "schedstat", "task-schedstat", "pressure"};
constexpr std::string_view tracepoints = "tracepoints";

bool is_default(std::string_view name) {
  return std::find(std::begin(by_default), std::end(by_default), name) != std::end(by_default);
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

Result<std::vector<ChosenCollector>> select_collectors(std::string_view list) {
  std::vector<ChosenCollector> chosen;
  for (std::string word : split_commas(list.empty() ? "default" : list)) {
    std::string choice;
    if (word.find(':') != std::string::npos) {
      choice = word.substr(word.starts_with("tracepoints:") ? tracepoints.size() + 1 : 0);
      word = tracepoints;
    }
    bool any = false;
    for (const StatisticsCollector* collector : collectors) {
      const bool match = word == "all" || (word == "default" && is_default(collector->name)) ||
                         glob_match(word, collector->name);
      if (!match) continue;
      any = true;
      auto known = std::find_if(chosen.begin(), chosen.end(), [&](const ChosenCollector& one) {
        return one.collector == collector;
      });
      if (known == chosen.end()) known = chosen.insert(chosen.end(), {collector, {}});
      if (!choice.empty()) known->choice += (known->choice.empty() ? "" : " ") + choice;
    }
    if (!any) {
      std::vector<std::string> names;
      for (const StatisticsCollector* collector : collectors) names.emplace_back(collector->name);
      return fail(
          ErrorCode::not_found, "there is no collector '" + word + "'", "",
          "all, default, a tracepoint (sched:sched_switch), or some of: " + join(names, ", "));
    }
  }
  return chosen;
}

bool is_vmstat_level(std::string_view name) {
  return name.starts_with("nr_") && name != "nr_dirtied" && name != "nr_written" &&
         name != "nr_vmscan_write" && name != "nr_vmscan_immediate_reclaim" &&
         name != "nr_foll_pin_acquired" && name != "nr_foll_pin_released" &&
         name != "nr_throttled_written";
}

// Directions as docs/design.md section 2 has them: system statistics are neutral, but for waits,
// stalls, throttling and errors, which nobody wants more of.
Metric collected_metric(std::string_view full_name) {
  Metric metric{.id = std::string(full_name), .title = std::string(full_name)};
  const std::string_view group = full_name.substr(0, full_name.find('.'));
  if (full_name == "time.maximum_resident_set_size") {
    metric.unit = "kB";
    metric.kind = Kind::size;
    metric.better = Better::lower;
  } else if (full_name == "time.percent_of_cpu_this_job_got") {
    metric.unit = "%";
    metric.kind = Kind::share;
  } else if (group == "time" && full_name.ends_with("_time")) {
    metric.unit = "s";
    metric.kind = Kind::time;
  } else if (group == "proc-stat" && full_name.starts_with("proc-stat.cpu.")) {
    metric.unit = "s";
    metric.kind = Kind::time;
    if (full_name == "proc-stat.cpu.steal") metric.better = Better::lower;
  } else if (full_name.ends_with('%')) {
    metric.unit = "%";
    metric.kind = Kind::share;
    if (group == "task-schedstat") metric.better = Better::lower;
  } else if (group == "turbostat") {
    metric.unit = "MHz";
    metric.kind = Kind::rate;
  } else if (group == tracepoints) {
    metric.unit = "/s";
    metric.kind = Kind::rate;
  } else if ((group == "schedstat" || group == "task-schedstat") && full_name.ends_with("_ns")) {
    metric.unit = "ns";
    metric.kind = Kind::time;
    if (full_name.find("delay") != std::string_view::npos) metric.better = Better::lower;
  } else if (group == "pressure") {
    metric.unit = "us";
    metric.kind = Kind::time;
    metric.better = Better::lower;
  } else if (group == "cpuidle" && full_name.ends_with(".time")) {
    metric.unit = "us";
    metric.kind = Kind::time;
  } else if (group == "meminfo" || group == "numa-meminfo") {
    // HugePages_Total and the like count pages; Hugetlb and Hugepagesize are kB.
    if (full_name.find(".HugePages_") == std::string_view::npos) metric.unit = "kB";
    metric.kind = Kind::size;
  } else if (group == "buddyinfo" || group == "slabinfo" || group == "proc-zoneinfo" ||
             (group == "proc-vmstat" && is_vmstat_level(full_name.substr(group.size() + 1)))) {
    metric.kind = Kind::size;  // how many there are, not how many came
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
  } else if (ends_with_any(full_name, {"_throttle_count", "_errors", "_dropped", ".dropped",
                                       ".contentions", ".con-bounces"})) {
    metric.better = Better::lower;
  }
  // Times and rates with a direction are results of workloads (docs/statistics.md); what is
  // collected explains them.
  if (metric.better != Better::neutral && metric.kind == Kind::time) metric.kind = Kind::count;
  return metric;
}

}  // namespace lodestone
