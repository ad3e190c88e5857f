// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/shell_word.h"

#include "base/text.h"

namespace lodestone {

std::string shell_word(const std::string& text) {
  return "'" + replace_all(text, "'", "'\\''") + "'";
}

}  // namespace lodestone
