// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/matrix.h"

#include "base/text.h"

namespace lodestone {
Result<std::vector<Selected>> expand_matrix(const std::vector<Selected>& selected,
                                            const std::vector<std::string>& matrix) {
  std::vector<Selected> expanded = selected;
  for (const std::string& text : matrix) {
    const size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::vector<std::string> values;
    if (equals != std::string::npos) values = split_commas(text.substr(equals + 1));
    if (name.empty() || values.empty() || values[0].empty())
      return fail(ErrorCode::usage, "'" + text + "' is no sweep",
                  "it is written NAME=VALUE,VALUE...", "-P size=64k,1m,64m");
    bool taken = false;
    std::vector<Selected> next;
    for (const Selected& one : expanded) {
      if (!declares(*one.workload, name) || one.parameters.count(name)) {
        taken |= one.parameters.count(name) > 0;
        next.push_back(one);
        continue;
      }
      taken = true;
      for (const std::string& value : values) {
        Selected with = one;
        with.parameters[name] = value;
        next.push_back(std::move(with));
      }
    }
    if (!taken)
      return fail(ErrorCode::usage, "none of these workloads has a parameter '" + name + "'", "",
                  "lodestone list --parameters shows what a workload takes");
    expanded = std::move(next);
  }
  return expanded;
}

}  // namespace lodestone
