// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/rules.h"

#include "base/text.h"

namespace lodestone {

double margin_for(const Rules& rules, Name metric, Name workload) {
  double margin = rules.margin;
  for (const auto& [pattern, value] : rules.margins)
    if (glob_match(pattern, metric) || glob_match(pattern, workload)) margin = value;
  return margin;
}

}  // namespace lodestone
