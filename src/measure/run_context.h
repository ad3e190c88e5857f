// SPDX-License-Identifier: GPL-2.0-or-later
// The context of a run: the machine's facts, and how its workloads were built and run.
#pragma once

#include <map>
#include <string>

#include "measure/plan.h"
#include "model/context.h"

namespace lodestone {

class Store;  // store/store.h

// `directory`: where file workloads work ("" is TMPDIR or /tmp); its filesystem is recorded if a
// workload of the plan uses files.
Context run_context(const Plan& plan, const std::string& directory);

// Seconds that passes of each workload took beyond their timed part in the newest stored run; empty
// without history.
std::map<std::string, double> overheads_from(Store& store);

}  // namespace lodestone
