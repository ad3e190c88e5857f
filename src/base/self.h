// SPDX-License-Identifier: GPL-2.0-or-later
// Where this program lies.
#pragma once

#include <string>

#include "base/result.h"

namespace lodestone {

// The path of the running program: by /proc/self/exe, and where /proc is not mounted by the name
// under which it was started (AT_EXECFN of getauxval(3)), resolved against the working directory
// of the first call. Errors: not_found.
Result<std::string> self_path();

// The rule behind it. `link` is what /proc/self/exe says, "" if nothing.
Result<std::string> self_path_from(const std::string& link, const std::string& started_as);

}  // namespace lodestone
