// SPDX-License-Identifier: GPL-2.0-or-later
// HTML as lines: a table row becomes "| cell | cell |", a heading or paragraph a line of its own,
// <pre> keeps its lines.
#pragma once

#include <string>
#include <string_view>

namespace lodestone {

// Not a full HTML parser: tags are dropped, entities stay for the reading layer, scripts and styles
// are left out. A table with spanned cells gets empty cells in their place.
std::string html_to_lines(std::string_view html);

}  // namespace lodestone
