// SPDX-License-Identifier: GPL-2.0-or-later
// What a sharp reader would remark on in published results: indexes and scores that do not follow
// from the numbers, impossible values, single runs, run counts that nobody states.
#pragma once

#include <vector>

#include "formats/collector.h"

namespace lodestone {

void review(Reading& reading, const std::vector<TableOrigin>& origins);

}  // namespace lodestone
