// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/help.h"

#include <cstdio>

#include "cli/completion.h"

namespace lodestone::verb_help {
namespace {

constexpr Option options[] = {
    {"--man", nullptr, "print the manual page in troff instead"},
    {"--names", nullptr, "print the names of the verbs, one a line"},
    {"--completion", nullptr, "print a completion script for bash"},
};

Result<int> run(const Arguments& arguments) {
  if (arguments.has("--completion")) {
    std::fputs(bash_completion().c_str(), stdout);
    return 0;
  }
  if (arguments.has("--names")) {
    for (const Verb* verb : verbs) std::puts(verb->name);
    return 0;
  }
  if (arguments.positional.size() == 1 && arguments.positional[0] == "formats") {
    std::fputs(help_of_formats().c_str(), stdout);
    return 0;
  }
  const bool manual = arguments.has("--man");
  if (arguments.positional.empty()) {
    std::fputs((manual ? manual_of_program() : help_of_program()).c_str(), stdout);
    return 0;
  }
  const Verb* verb = find_verb(arguments.positional[0]);
  if (!verb)
    return fail(ErrorCode::usage, "there is no verb '" + arguments.positional[0] + "'", "",
                "lodestone help lists the verbs");
  std::fputs((manual ? manual_of_verb(*verb) : help_of_verb(*verb)).c_str(), stdout);
  return 0;
}

}  // namespace

extern const Verb verb_help{"help",
                            "explain a verb",
                            "[VERB | formats]",
                            "Prints the help of lodestone or of one verb, or the list of formats.",
                            options,
                            "lodestone help\nlodestone help run\nlodestone help formats\nlodestone "
                            "help --man run | man -l -",
                            run};

}  // namespace lodestone::verb_help
