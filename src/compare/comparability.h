// SPDX-License-Identifier: GPL-2.0-or-later
// May the two sides be compared at all? (docs/design.md, section 6, exit code 5.)
#pragma once

#include <vector>

#include "model/finding.h"
#include "model/side.h"

namespace lodestone {

// The code of differences that neither break a comparison nor matter: reports for people show it on
// demand alone.
inline constexpr const char* code_harmless = "F039 context-noted";

struct Comparability {
  bool comparable =
      true;  // false: other CPU model, CPU count, copies, workload version or filesystem
  std::vector<Finding> findings;  // what differs, and what that means
};

// Facts that both sides state and that differ. Kernel, command line and settings declared as the
// difference between the arms never break a comparison.
Comparability comparability_of(const Side& base, const Side& new_);

}  // namespace lodestone
