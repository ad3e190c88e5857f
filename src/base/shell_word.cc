// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/shell_word.h"

#include "base/text.h"

namespace lodestone {

std::string shell_word(const std::string& text) {
  return "'" + replace_all(text, "'", "'\\''") + "'";
}

std::string readable_shell_word(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-./=:,@%+") == std::string::npos;
  return plain ? text : shell_word(text);
}

}  // namespace lodestone
