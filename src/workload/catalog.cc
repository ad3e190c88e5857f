// SPDX-License-Identifier: GPL-2.0-or-later
#include "workload/catalog.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>

#include "base/fd.h"
#include "base/text.h"

namespace lodestone {

const lodestone_workload* find_workload(std::string_view id) {
  for (const lodestone_workload* workload : workload_table)
    if (id == workload->name) return workload;
  return nullptr;
}

Result<std::vector<const lodestone_workload*>> find_workloads(
    const std::vector<std::string>& patterns) {
  std::vector<bool> wanted(workload_table.size(), false);
  for (const std::string& pattern : patterns) {
    bool found = false;
    for (size_t i = 0; i < workload_table.size(); ++i)
      if (glob_match(pattern, workload_table[i]->name)) wanted[i] = found = true;
    if (!found)
      return fail(ErrorCode::not_found, "there is no workload '" + pattern + "'", "",
                  "lodestone list shows them all");
  }
  std::vector<const lodestone_workload*> chosen;
  for (size_t i = 0; i < workload_table.size(); ++i)
    if (wanted[i]) chosen.push_back(workload_table[i]);
  return chosen;
}

bool declares(const lodestone_workload& workload, std::string_view parameter) {
  for (const auto* p = workload.parameters; p && p->name; ++p)
    if (parameter == p->name) return true;
  return false;
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

std::string libexec_directory() {
  if (const char* given = std::getenv("LODESTONE_LIBEXEC"); given && *given) return given;
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  std::string self(path, length > 0 ? static_cast<size_t>(length) : 0);
  for (int up = 0; up < 2; ++up)
    self.resize(std::min(self.size(), self.rfind('/') == std::string::npos ? 0 : self.rfind('/')));
  return self + "/libexec/lodestone";
}

Result<std::string> workload_program(const lodestone_workload& workload) {
  const std::string path = libexec_directory() + "/" + workload.name;
  if (access(path.c_str(), X_OK) != 0)
    return fail(ErrorCode::not_found,
                "the program of workload " + std::string(workload.name) + " is missing", path,
                "build or install lodestone as a whole, or set LODESTONE_LIBEXEC");
  return path;
}

}  // namespace lodestone
