// SPDX-License-Identifier: GPL-2.0-or-later
// The sharing map of an exact run: which lines of kernel data several CPUs used while one wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace lodestone::explain {

// The variables of the image in those lines, without offsets, the most transferred first; stacks
// and allocated memory have no place in an image and are left out. `json`: of `lodestone exact
// --count sharing --json`. Empty where the document holds no map. Errors: unreadable.
Result<std::vector<std::string>> read_shared_symbols(std::string_view json);

}  // namespace lodestone::explain
