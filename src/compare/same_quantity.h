// SPDX-License-Identifier: GPL-2.0-or-later
// Results of different programs: names that mean the same quantity. Only quantities that are the
// same by definition are in the table: one getppid() timed by lmbench and by us is; UnixBench's
// syscall test (five calls a loop, a rate) and lmbench's null call are not, and neither are counts
// of a whole run and counts a second.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/side.h"

namespace lodestone {

// True if both names stand for one quantity (equal names do).
bool same_quantity(std::string_view a, std::string_view b);

// `side` with the names of `like` where they mean the same and `like` has no such name itself; a
// finding says which. Units are converted when the sides are matched. Nothing if there is nothing
// to change.
std::optional<Side> expressed_like(const Side& side, const Side& like,
                                   std::vector<Finding>& findings);

}  // namespace lodestone
