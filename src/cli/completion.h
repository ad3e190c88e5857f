// SPDX-License-Identifier: GPL-2.0-or-later
// Shell completion, made from the table of verbs.
#pragma once

#include <string>

namespace lodestone {

// A script for bash: verbs, then the options of the verb, then file names.
std::string bash_completion();

}  // namespace lodestone
