// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <exception>
#include <new>

#include "base/heap.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "environment/guard.h"
#include "environment/undo_journal.h"

namespace lodestone {

const Verb* find_verb(std::string_view name) {
  for (const Verb* verb : verbs)
    if (name == verb->name) return verb;
  return nullptr;
}

namespace {

int print_error(const Error& error) {
  std::fputs(describe(error).c_str(), stderr);
  return exit_code(error.code);
}

// What a killed run left changed is put back by the next start, whatever it is for.
void put_back_after_a_crash(std::string_view verb) {
  if (verb == "help" || verb == "version") return;
  for (const auto& line : restore_stale_settings()) std::fprintf(stderr, "%s\n", line.c_str());
  for (const auto& line : run_stale_undos()) std::fprintf(stderr, "%s\n", line.c_str());
}

Result<int> dispatch(const std::vector<std::string>& line) {
  if (line.empty() || line[0] == "--help" || line[0] == "-h") {
    std::fputs(help_of_program().c_str(), line.empty() ? stderr : stdout);
    return line.empty() ? 2 : 0;
  }
  const std::string name = line[0] == "--version" ? "version" : line[0];
  const Verb* verb = find_verb(name);
  if (!verb)
    return fail(ErrorCode::usage, "there is no verb '" + line[0] + "'", "",
                "lodestone --help lists the verbs");
  const std::span<const std::string> rest(line.begin() + 1, line.end());
  for (const std::string& word : rest) {
    if (word == "--") break;
    if (word == "--help" || word == "-h") {
      std::fputs(help_of_verb(*verb).c_str(), stdout);
      return 0;
    }
  }
  LODESTONE_ASSIGN(const Arguments arguments, parse_arguments(*verb, rest));
  put_back_after_a_crash(name);
  auto result = verb->run(arguments);
  if (!result && result.error().hint.empty() && result.error().code != ErrorCode::interrupted)
    result.error().hint = "lodestone " + name + " --help says what it takes, with examples";
  return result;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  reopen_standard_files();
  share_heap();
  int code = 0;
  try {
    auto result = dispatch(std::vector<std::string>(argv + (argc > 0), argv + argc));
    code = result ? *result : print_error(result.error());
  } catch (const std::bad_alloc&) {
    code = print_error(Error{ErrorCode::failed, "there is not enough memory for this",
                             "the system, or a limit on this process (ulimit -v), gives no more",
                             "raise the limit, or give less at once"});
  } catch (const std::exception& problem) {
    // fmt::print throws where stdio only notes that a write failed.
    code = output_lost() ? exit_code(ErrorCode::no_space)
                         : print_error(Error{ErrorCode::failed,
                                             "lodestone met a condition that it does not handle",
                                             problem.what(), "report this with the command line"});
  }
  return finish_output(code);
}

}  // namespace lodestone
