// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/own_command.h"

#include "base/fd.h"
#include "base/shell_word.h"
#include "base/text.h"

namespace lodestone {

std::string repeatable_command(const std::vector<std::string>& words, uint64_t seed) {
  std::vector<std::string> kept;
  bool own = true;  // before "--": what follows is the measured command's
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    own = own && word != "--";
    if (const std::string name = word.substr(0, word.find('='));
        own && i > 1 && (name == "--label" || name == "--store" || name == "--seed")) {
      i += name == word;  // its value is the next word
      continue;
    }
    kept.push_back(readable_shell_word(word));
    if (i == 1) kept.push_back("--seed " + std::to_string(seed));
  }
  return join(kept, " ");
}

void record_command(Context& context, uint64_t seed) {
  context.set("lodestone_version", LODESTONE_VERSION);
  const auto text = read_file("/proc/self/cmdline");
  if (!text) return;
  std::vector<std::string> words;
  for (const std::string_view word :
       split(std::string_view(*text).substr(0, text->size() - !text->empty()), '\0'))
    words.emplace_back(word);
  context.set("command", repeatable_command(words, seed));
}

}  // namespace lodestone
