// SPDX-License-Identifier: GPL-2.0-or-later
// What people read of a scaling run: the table of task counts, LKP's quantities, the fit of the
// Universal Scalability Law with its intervals, and the curve.
#pragma once

#include <string>

#include "model/run.h"
#include "model/scaling.h"
#include "report/style.h"

namespace lodestone {

// Empty unless a workload below scale/ was run in the run.
std::string scaling_report(const Run& run, const Style& style);

}  // namespace lodestone
