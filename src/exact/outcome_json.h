// SPDX-License-Identifier: GPL-2.0-or-later
// One workload's path and distribution, beside the documents' own fields (docs/exact.md, "JSON").
#pragma once

#include "base/json.h"
#include "exact/outcome.h"

namespace lodestone::exact {

Json to_json(const WorkloadOutcome& outcome);

}  // namespace lodestone::exact
