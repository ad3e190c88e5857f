// SPDX-License-Identifier: GPL-2.0-or-later
// A session in the model's terms: a comparison of its arms with the first, or the record of one
// arm.
#pragma once

#include "exact/session.h"
#include "model/comparison.h"
#include "model/run.h"

namespace lodestone::exact {

// One pair an arm beside the base. Rows are WORKLOAD.instructions.kernel (the headline) and the
// other counts; the functions that gained or lost are the details of the instruction rows. Arms
// without a result are findings.
Comparison compare_session(const Session& session);

// lodestone.run/1 of one arm: `center` is the headline value, `spread_percent` 0 where boots agree.
Run record_of(const ArmOutcome& arm, const Session& session, const SessionOptions& options);

// The metric of a count: WORKLOAD.instructions.kernel ...
Metric metric_of(const std::string& workload, size_t quantity);

// Says each time what counts are not; part of every report.
Finding counts_are_not_time();

}  // namespace lodestone::exact
