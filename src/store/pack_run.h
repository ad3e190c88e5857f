// SPDX-License-Identifier: GPL-2.0-or-later
// The three parts in which a run is stored: its header (JSON), its results and its passes (packed).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace lodestone {

// What of a pass is not windows or values is JSON, so that members added to the model are kept
// without a change here; windows and values, which are nearly all of its bytes, are packed.
std::string pack_pass(const Pass& pass);
Result<Pass> unpack_pass(std::string_view packed);

// Names first and compressed, numbers after them as they are: a million metrics of ten samples
// unpack in well under a second.
std::string pack_results(const std::vector<WorkloadResult>& workloads);
Result<std::vector<WorkloadResult>> unpack_results(std::string_view packed);

// lodestone.run/1 without workloads and passes, one line.
std::string pack_header(const Run& run);

}  // namespace lodestone
