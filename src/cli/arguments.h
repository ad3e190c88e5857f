// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <span>
#include <string>

#include "cli/verb.h"

namespace lodestone {

// Parses what follows the verb. Errors: ErrorCode::usage.
Result<Arguments> parse_arguments(const Verb& verb, std::span<const std::string> words);

}  // namespace lodestone
