// SPDX-License-Identifier: GPL-2.0-or-later
// What `lodestone exact` prints for people: the answer, a table a workload, the functions, what
// lies beside the path.
#pragma once

#include <string>

#include "exact/session.h"
#include "model/comparison.h"

namespace lodestone::exact {

struct TextOptions {
  bool all = false;  // every function, not only those that make up 99 % of the change
  bool columns =
      false;  // the two-column form: one line a count, base and new side by side, without functions
};

std::string comparison_text(const Session& session, const Comparison& comparison,
                            const TextOptions& options);
// One arm alone: its distributions and its functions.
std::string arm_text(const ArmOutcome& arm, const TextOptions& options);
std::string findings_text(const std::vector<Finding>& findings);

}  // namespace lodestone::exact
