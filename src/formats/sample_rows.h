// SPDX-License-Identifier: GPL-2.0-or-later
// The long form of runs: one row a sample, with everything that tells it from the others. Behind
// CSV and NDJSON.
#pragma once

#include <functional>

#include "base/json.h"
#include "formats/writer.h"

namespace lodestone {

// Calls `take` with one flat object a sample, all with the same fields in the same order. Values
// that stand for several runs whose samples nobody printed are no samples and are left out. False:
// there was none.
bool each_sample_row(Runs runs, const std::function<void(const Json&)>& take);

}  // namespace lodestone
