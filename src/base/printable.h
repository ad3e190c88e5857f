// SPDX-License-Identifier: GPL-2.0-or-later
// Text from elsewhere (a label, a heading of a mail) as one line that a terminal shows and does not
// obey: control characters, also those of the range U+0080 to U+009F, become '?', blanks of all
// kinds of line become one ' '. UTF-8 in, UTF-8 out.
#pragma once

#include <string>
#include <string_view>

namespace lodestone {

std::string printable(std::string_view text);
// True if printable() leaves it as it is.
bool is_printable(std::string_view text);

}  // namespace lodestone
