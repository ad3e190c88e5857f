// SPDX-License-Identifier: GPL-2.0-or-later
// Results of a run that was cut short: its passes are in the store, its results were never
// computed.
#pragma once

#include "model/run.h"

namespace lodestone {

// Fills run.workloads from run.passes if it has none. Passes of workloads that this program does
// not know are left out.
void recover_results(Run& run);

}  // namespace lodestone
