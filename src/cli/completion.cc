// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/completion.h"

#include "cli/verb.h"

namespace lodestone {

std::string bash_completion() {
  std::string names, cases;
  for (const Verb* verb : verbs) {
    names += (names.empty() ? "" : " ") + std::string(verb->name);
    std::string flags = "--help";
    for (const Option& option : verb->options) flags += " " + std::string(option.name);
    cases += "    " + std::string(verb->name) + ") words='" + flags + "' ;;\n";
  }
  return "# bash completion of lodestone, printed by `lodestone help --completion`\n"
         "_lodestone() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} words=\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         names +
         "' -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  case $current in\n"
         "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _lodestone lodestone\n";
}

}  // namespace lodestone
