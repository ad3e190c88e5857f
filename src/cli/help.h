// SPDX-License-Identifier: GPL-2.0-or-later
// Help texts and man pages, made from the table of verbs.
#pragma once

#include <string>

#include "cli/verb.h"

namespace lodestone {

std::string help_of_program();
std::string help_of_verb(const Verb& verb);
// The formats that are read and written, from their tables.
std::string help_of_formats();
// troff: lodestone(1) and lodestone-VERB(1).
std::string manual_of_program();
std::string manual_of_verb(const Verb& verb);

}  // namespace lodestone
