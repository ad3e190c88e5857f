// SPDX-License-Identifier: GPL-2.0-or-later
// Colour and width of what people read. Colour is never the only carrier of a meaning.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace lodestone {

enum class Tone { plain, strong, good, bad, faint, warning };

struct Style {
  bool colour = false;
  size_t width = 100;  // columns
  bool unicode = true;

  // The text in a tone; unchanged without colour.
  std::string paint(Tone tone, std::string_view text) const;
};

// For standard output. `when` is auto, always or never (--color). auto: a terminal whose TERM is
// not dumb; NO_COLOR turns it off, CLICOLOR_FORCE on unless NO_COLOR is set, FORCE_COLOR beats
// NO_COLOR. Errors: usage.
Result<Style> style_for_output(std::string_view when);

}  // namespace lodestone
