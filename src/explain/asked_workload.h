// SPDX-License-Identifier: GPL-2.0-or-later
// Which workload's numbers a question is about.
#pragma once

#include <string>

#include "explain/analysis.h"

namespace lodestone::explain {

// The one that was named; else the test or program whose numbers the document quotes; else, of the
// numbers that both sides have, the workload whose number changed most. One that `exact` can run:
// for shell scripts, which its guest lacks, the starting of programs. Empty: nothing says it.
std::string asked_workload(const Request& request);

}  // namespace lodestone::explain
