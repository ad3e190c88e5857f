// SPDX-License-Identifier: GPL-2.0-or-later
// System.map lines quoted in a mail, a bug report or a commit message, also where the text lost its
// line ends: "ffff800081a51f40 d osq_node <- osq_node is 64Byte aligned ffff800081a51fc0 d qnodes".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sys/symbol_map.h"

namespace lodestone::explain {

struct Excerpt {
  std::string label;  // the words before it, such as "System.map of good performance case"
  std::vector<Symbol> symbols;
  std::vector<std::string> annotated;  // names that the text points at with "<-" or "<--"
};

// One excerpt ends where addresses go back or a name comes again. Runs of fewer than two symbols
// are no excerpts.
std::vector<Excerpt> excerpts_in(std::string_view text);

}  // namespace lodestone::explain
