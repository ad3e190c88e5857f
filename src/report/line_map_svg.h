// SPDX-License-Identifier: GPL-2.0-or-later
// The cache lines around the symbol in question, before and after, as one SVG drawing.
#pragma once

#include <string>

#include "explain/analysis.h"

namespace lodestone {

// A whole document; names are escaped. Empty where no symbol is in question.
std::string line_map_svg(const explain::Analysis& analysis);

}  // namespace lodestone
