// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace lodestone {

// The text as one word of a POSIX shell, quoted.
std::string shell_word(const std::string& text);
// Quoted only where a shell would read it otherwise.
std::string readable_shell_word(const std::string& text);

}  // namespace lodestone
