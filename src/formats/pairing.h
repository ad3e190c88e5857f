// SPDX-License-Identifier: GPL-2.0-or-later
// Which tables of one document are the two sides of a comparison.
#pragma once

#include <vector>

#include "formats/collector.h"

namespace lodestone {

// Tables without rows say nothing.
void drop_empty_tables(Reading& reading, std::vector<TableOrigin>& origins);

// A table whose rows, values and spreads are those of an earlier one under the same label repeats
// it (a quotation); it is kept, marked, and counts once. Where the text around them differs
// (another kernel), a finding says so.
void mark_repeats(Reading& reading, const std::vector<TableOrigin>& origins);

// Before and after, without and with, "X" and "X + patch", within one section, format and number of
// copies. When labels do not tell, no pair is made and a finding asks for --base and --new.
void pair_by_labels(Reading& reading, const std::vector<TableOrigin>& origins);

}  // namespace lodestone
