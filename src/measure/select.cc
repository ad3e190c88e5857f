// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include "base/text.h"
#include "measure/plan.h"
#include "workload/catalog.h"

namespace lodestone {
Result<std::vector<Selected>> select_workloads(const std::vector<std::string>& names) {
  std::vector<Selected> chosen;
  for (const std::string& name : names) {
    const auto pieces = split_commas(name);
    std::map<std::string, std::string> parameters;
    for (size_t i = 1; i < pieces.size(); ++i) {
      const size_t equals = pieces[i].find('=');
      if (equals == std::string::npos || equals == 0)
        return fail(ErrorCode::usage, "'" + pieces[i] + "' is no parameter",
                    "it is written NAME=VALUE",
                    "lodestone list --parameters shows what a workload takes");
      parameters[pieces[i].substr(0, equals)] = pieces[i].substr(equals + 1);
    }
    LODESTONE_ASSIGN(const auto workloads, workloads_named(pieces[0]));
    for (const lodestone_workload* workload : workloads) {
      for (const auto& [parameter, value] : parameters)
        if (!declares(*workload, parameter))
          return fail(ErrorCode::usage,
                      std::string(workload->name) + " has no parameter '" + parameter + "'", "",
                      "lodestone list --parameters shows what a workload takes");
      const bool there = std::any_of(chosen.begin(), chosen.end(), [&](const Selected& other) {
        return other.workload == workload && other.parameters == parameters;
      });
      if (!there) chosen.push_back({workload, parameters});
    }
  }
  return chosen;
}

}  // namespace lodestone
