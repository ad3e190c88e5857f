// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/same_quantity.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"

namespace lodestone {
namespace {

// Names of one quantity. lmbench: lat_syscall's output and the columns of its summary; its null
// call is getppid(), read is one byte of /dev/zero, write one byte to /dev/null, as ours. stat,
// open and the signal handler depend on a path or on a subtraction and are left out. perf: the
// aliases that `perf list` itself gives.
constexpr std::array<std::string_view, 3> groups[] = {
    {"lat/null.time", "Simple syscall", "Processor, Processes: null call"},
    {"lat/read.time", "Simple read", ""},
    {"lat/write.time", "Simple write", ""},
    {"lat/sig_install.time", "Signal handler installation", "Processor, Processes: sig inst"},
    {"cycles", "cpu-cycles", ""},
    {"branches", "branch-instructions", ""},
    {"page-faults", "faults", ""},
    {"context-switches", "cs", ""},
    {"cpu-migrations", "migrations", ""},
};

// The index of the group, or none.
std::optional<size_t> group_of(std::string_view name) {
  for (size_t i = 0; i < std::size(groups); ++i)
    if (!name.empty() && std::find(groups[i].begin(), groups[i].end(), name) != groups[i].end())
      return i;
  return std::nullopt;
}

// The test that a CSV of will-it-scale is of: nothing in it says so, but a command above it or the
// file's name does.
std::string test_of(const Side& side) {
  if (const auto test = side.context.get("test")) return *test;
  std::string_view name = side.label;
  name.remove_prefix(name.rfind('/') + 1);  // npos + 1: nothing
  return std::string(name.substr(0, name.find('.')));
}

// One measurement of will-it-scale: our "scale/brk1.rate" of 4 processes is the CSV's "4.processes"
// of brk1. Empty: it is none.
std::string scaling_point(const SideMeasurement& m, const Side& side) {
  const std::string_view id = m.measurement.metric.id;
  if (m.copies && m.workload.starts_with("scale/") && id.ends_with(".rate") &&
      id.size() == m.workload.size() + 5 && id.starts_with(m.workload))
    return m.workload.substr(6) + " " + std::to_string(*m.copies) +
           (m.mode == "thread" ? ".threads" : ".processes");
  const size_t dot = id.find('.');
  if (dot == 0 || dot == std::string::npos || id.find_first_not_of("0123456789") != dot) return {};
  const std::string_view column = id.substr(dot);
  return column == ".processes" || column == ".threads" ? test_of(side).append(" ").append(id)
                                                        : std::string();
}

// Where the other side has the quantity under another name: that name.
const SideMeasurement* counterpart(const SideMeasurement& m, const Side& side, const Side& like) {
  if (const auto group = group_of(m.measurement.metric.id)) {
    for (const SideMeasurement& other : like.measurements)
      if (group_of(other.measurement.metric.id) == group) return &other;
  } else if (const std::string point = scaling_point(m, side); !point.empty()) {
    for (const SideMeasurement& other : like.measurements)
      if (scaling_point(other, like) == point) return &other;
  }
  return nullptr;
}

}  // namespace

bool same_quantity(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto group = group_of(a);
  return group && group == group_of(b);
}

std::optional<Side> expressed_like(const Side& side, const Side& like,
                                   std::vector<Finding>& findings) {
  // Few names have a second one: the rest of a million is not looked up.
  if (std::none_of(side.measurements.begin(), side.measurements.end(),
                   [&](const SideMeasurement& m) {
                     return group_of(m.measurement.metric.id) || !scaling_point(m, side).empty();
                   }))
    return std::nullopt;
  std::set<std::string_view> known;
  for (const SideMeasurement& m : like.measurements) known.insert(m.measurement.metric.id);
  const auto to_change = [&](const SideMeasurement& m) {
    return !known.contains(m.measurement.metric.id) && counterpart(m, side, like);
  };
  if (std::none_of(side.measurements.begin(), side.measurements.end(), to_change))
    return std::nullopt;
  Side changed = side;
  std::vector<std::string> renamed;
  for (SideMeasurement& m : changed.measurements) {
    if (!to_change(m)) continue;
    Metric& metric = m.measurement.metric;
    const SideMeasurement& other = *counterpart(m, side, like);
    renamed.push_back(metric.id + " is " + other.measurement.metric.id);
    metric.id = other.measurement.metric.id;
    metric.title = other.measurement.metric.title;
    metric.better = other.measurement.metric.better;
    metric.kind = other.measurement.metric.kind;
    m.workload = other.workload;
    m.copies = other.copies;
    m.mode = other.mode;
    m.parameters = other.parameters;
  }
  add_finding(findings, {"F058 other-name", "names of one quantity: " + join(renamed, ", "),
                         "other programs measured it, in their own way",
                         "measure both sides with one program before acting on a small change"});
  return changed;
}

}  // namespace lodestone
