// SPDX-License-Identifier: GPL-2.0-or-later
#include "workload/catalog.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "base/fd.h"
#include "base/self.h"
#include "base/text.h"
#include "model/unixbench.h"

namespace lodestone {

const lodestone_workload* find_workload(std::string_view id) {
  for (const lodestone_workload* workload : workload_table)
    if (id == workload->name) return workload;
  return nullptr;
}

namespace {

std::vector<const lodestone_workload*> matching(const std::string& pattern) {
  std::vector<const lodestone_workload*> found;
  for (const lodestone_workload* workload : workload_table)
    if (glob_match(pattern, workload->name)) found.push_back(workload);
  return found;
}

std::string_view bare(std::string_view id) {
  return id.substr(id.rfind('/') + 1);
}

// Letters to put in, take out or exchange to make one word of the other (Levenshtein).
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t k = 1; k <= b.size(); ++k) {
      const size_t other = std::min(row[k], row[k - 1]) + 1;
      row[k] = std::min(other, std::exchange(diagonal, row[k]) + (a[i - 1] != b[k - 1]));
    }
  }
  return row[b.size()];
}

std::string hint_for(std::string_view name) {
  std::vector<std::pair<size_t, std::string>> near;
  const std::string_view wanted = bare(name);
  for (const lodestone_workload* workload : workload_table) {
    const std::string_view other = bare(workload->name);
    const bool part = wanted.size() >= 3 && (other.find(wanted) != std::string_view::npos ||
                                             (other.size() >= 3 && wanted.starts_with(other)));
    const size_t steps = part ? 0 : distance(wanted, other);
    if (steps <= std::min<size_t>(2, wanted.size() / 3)) near.emplace_back(steps, workload->name);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (near.size() > 6) near.resize(6);
  std::vector<std::string> names;
  for (const auto& [steps, id] : near) names.push_back(id);
  return (names.empty() ? "" : "near it: " + join(names, ", ") + "; ") +
         "lodestone list shows them all";
}

}  // namespace

Result<std::vector<const lodestone_workload*>> workloads_named(const std::string& name) {
  if (const auto group = unixbench_group(name); !group.empty()) {
    std::vector<const lodestone_workload*> found;
    for (const std::string& test : group)
      if (const auto* workload = find_workload("unixbench/" + test)) found.push_back(workload);
    return found;
  }
  if (const auto* test = find_workload("unixbench/" + name)) return std::vector{test};
  const bool word = name.find_first_of("/*?[") == std::string::npos;
  if (auto found = matching(word ? name + "/*" : name); !found.empty()) return found;
  if (word && !name.empty()) {
    auto found = matching("*/" + name);
    if (found.size() == 1) return found;
    std::vector<std::string> ids;
    for (const auto* workload : found) ids.emplace_back(workload->name);
    if (!ids.empty())
      return fail(ErrorCode::usage, "several workloads are called '" + name + "'", join(ids, ", "),
                  "write the suite too");
  }
  return fail(
      ErrorCode::not_found,
      (word ? "there is no workload, suite or group '" : "there is no workload '") + name + "'", "",
      hint_for(name));
}

Result<std::vector<const lodestone_workload*>> find_workloads(
    const std::vector<std::string>& patterns) {
  std::set<const lodestone_workload*> wanted;
  for (const std::string& pattern : patterns) {
    LODESTONE_ASSIGN(const auto found, workloads_named(pattern));
    wanted.insert(found.begin(), found.end());
  }
  std::vector<const lodestone_workload*> chosen;
  for (const lodestone_workload* workload : workload_table)
    if (wanted.contains(workload)) chosen.push_back(workload);
  return chosen;
}

bool declares(const lodestone_workload& workload, std::string_view parameter) {
  for (const auto* p = workload.parameters; p && p->name; ++p)
    if (parameter == p->name) return true;
  return false;
}

bool switches_tasks(const lodestone_workload& workload) {
  const auto exercised = words(workload.exercises);
  return std::find(exercised.begin(), exercised.end(), "context-switch") != exercised.end();
}

Metric main_metric(const lodestone_workload& workload) {
  const bool rate = workload.value == LODESTONE_RATE;
  return {std::string(workload.name) + (rate ? ".rate" : ".time"), workload.title, workload.unit,
          rate ? Better::higher : Better::lower, rate ? Kind::rate : Kind::time};
}

std::vector<Metric> further_metrics(const lodestone_workload& workload) {
  std::vector<Metric> metrics;
  for (const lodestone_quantity* q = workload.quantities; q && q->name; ++q)
    metrics.push_back({std::string(workload.name) + "." + q->name,
                       std::string(workload.title) + ", " + q->name, q->unit,
                       static_cast<Better>(q->better), kind_from(q->kind).value_or(Kind::count)});
  return metrics;
}

double main_value(const lodestone_workload& workload, double operations, double seconds,
                  const std::map<std::string, std::string>& parameters) {
  double units = 1;
  if (workload.units) {
    std::string text;
    for (const auto* p = workload.parameters; p && p->name; ++p)
      if (std::string_view(p->name) == workload.units) text = p->value;
    if (const auto given = parameters.find(workload.units); given != parameters.end())
      text = given->second;
    units = static_cast<double>(parse_size(text).value_or(1));
  }
  return workload.value == LODESTONE_RATE ? operations * units * workload.scale / seconds
                                          : seconds * workload.scale / (operations * units);
}

Result<std::string> libexec_directory() {
  if (const char* given = std::getenv("LODESTONE_LIBEXEC"); given && *given) return given;
  LODESTONE_ASSIGN(std::string self, self_path());
  for (int up = 0; up < 2; ++up)
    self.resize(std::min(self.size(), self.rfind('/') == std::string::npos ? 0 : self.rfind('/')));
  return self + "/libexec/lodestone";
}

Result<std::string> workload_program(const lodestone_workload& workload) {
  LODESTONE_ASSIGN(const std::string folder, libexec_directory());
  const std::string path = folder + "/" + workload.name;
  if (access(path.c_str(), X_OK) != 0)
    return fail(ErrorCode::not_found,
                "the program of workload " + std::string(workload.name) + " is missing", path,
                "build or install lodestone as a whole, or set LODESTONE_LIBEXEC");
  return path;
}

}  // namespace lodestone
