// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers that a text states about its own comparison outside the tables: "400 to 500 more points",
// "noise of ~0.02%".
#pragma once

#include <string_view>
#include <vector>

#include "model/reading.h"

namespace lodestone {

// Each statement once, in order. Only sentences of the two kinds that can be checked against
// tables: differences in points, and noise or variation in percent. At most the first megabyte is
// searched.
std::vector<Claim> find_statements(std::string_view text);

}  // namespace lodestone
