// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/own_command.h"

#include "base/fd.h"
#include "base/shell_word.h"
#include "base/text.h"

namespace lodestone {

std::string own_command() {
  const auto text = read_file("/proc/self/cmdline");
  std::string command;
  if (!text) return command;
  for (const std::string_view word :
       split(std::string_view(*text).substr(0, text->size() - !text->empty()), '\0')) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-./=:,@%+") == std::string_view::npos;
    command +=
        (command.empty() ? "" : " ") + (plain ? std::string(word) : shell_word(std::string(word)));
  }
  return command;
}

}  // namespace lodestone
