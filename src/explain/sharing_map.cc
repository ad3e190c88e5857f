// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/sharing_map.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace lodestone::explain {
namespace {

// "per-CPU 1 runqueues+0x40" and "jiffies_64+0x0"; empty for "kernel stacks+0x10" and the like.
std::string variable_of(std::string_view name) {
  const size_t plus = name.rfind("+0x");
  if (plus != std::string_view::npos) name = name.substr(0, plus);
  const std::vector<std::string_view> parts = words(name);
  if (parts.size() == 1) return std::string(parts[0]);
  if (parts.size() == 3 && parts[0] == "per-CPU") return std::string(parts[2]);
  return "";
}

const Json& member(const Json& object, const char* name) {
  static const Json none = Json::array();
  if (!object.is_object()) return none;
  const auto at = object.find(name);
  return at != object.end() && at->is_array() ? *at : none;
}

}  // namespace

Result<std::vector<std::string>> read_shared_symbols(std::string_view json) {
  LODESTONE_ASSIGN(const Json document, parse_json(json));
  std::map<std::string, double> transfers;
  for (const Json& arm : member(document, "memory"))
    for (const Json& workload : member(arm, "workloads"))
      for (const Json& line : member(workload, "shared_lines")) {
        if (!line.is_object() || !line.contains("name") || !line["name"].is_string()) continue;
        const std::string name = variable_of(line["name"].get<std::string>());
        if (name.empty()) continue;
        const auto count = line.find("transfers");
        transfers[name] += count != line.end() && count->is_number() ? count->get<double>() : 0;
      }
  std::vector<std::string> names;
  for (const auto& [name, count] : transfers) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& x, const std::string& y) {
    return transfers[x] > transfers[y];
  });
  return names;
}

}  // namespace lodestone::explain
