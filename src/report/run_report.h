// SPDX-License-Identifier: GPL-2.0-or-later
// What people read of one run and of a plan.
#pragma once

#include <string>

#include "measure/plan.h"
#include "model/run.h"
#include "report/style.h"

namespace lodestone {

// Results with intervals, the score and its rule, findings.
std::string run_report(const Run& run, const Style& style);
// The matrix, the order and the expected time.
std::string plan_report(const Plan& plan, const Style& style);

}  // namespace lodestone
