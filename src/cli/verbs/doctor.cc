// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/plural.h"
#include "base/text.h"
#include "cli/verb.h"
#include "environment/check.h"

namespace lodestone::verb_doctor {
namespace {

constexpr Option options[] = {{"--fix", nullptr,
                               "print a shell script (for root) of the commands that mend what "
                               "warns; what no command can mend "
                               "is a comment in it (--json: the checks that have a command)"},
                              {"--all", nullptr, "show what is good or absent, too"},
                              option_json};

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

Result<int> run(const Arguments& arguments) {
  const Root root;
  Json entries = Json::array();
  size_t warnings = 0, notes = 0, unknown = 0;
  for (const Check* check : checks) {
    const CheckResult result = check->look(root);
    warnings += result.state == CheckState::warning;
    notes += result.state == CheckState::note;
    unknown += result.state == CheckState::unknown;
    const bool to_mend =
        result.state == CheckState::warning && !(result.fix.empty() && result.advice.empty());
    if (arguments.has("--json")) {
      if (arguments.has("--fix") && (!to_mend || result.fix.empty())) continue;
      Json settings = Json::array();
      for (const Setting& setting : result.settings)
        settings.push_back({{"path", setting.path}, {"value", setting.value}});
      entries.push_back({{"code", check->code},
                         {"state", name_of(result.state)},
                         {"found", result.found},
                         {"why", check->why},
                         {"fix", result.fix.empty() ? Json(nullptr) : Json(result.fix)},
                         {"settings", std::move(settings)},
                         {"advice", result.advice.empty() ? Json(nullptr) : Json(result.advice)}});
    } else if (arguments.has("--fix")) {
      if (!to_mend) continue;
      const std::string comment = std::string("# ") + check->code + ": " + result.found +
                                  (result.advice.empty() ? "" : "; " + result.advice);
      print(comment + "\n" + (result.fix.empty() ? "" : result.fix + "\n"));
    } else if (arguments.has("--all") ||
               (result.state != CheckState::good && result.state != CheckState::absent)) {
      std::string line = std::string(name_of(result.state)) +
                         std::string(9 - std::string_view(name_of(result.state)).size(), ' ');
      print(line + check->code + ": " + result.found + "\n");
      if (result.state == CheckState::warning || result.state == CheckState::note) {
        print(std::string("         why: ") + check->why + "\n");
        if (!result.fix.empty()) print("         fix: " + result.fix + "\n");
        if (!result.advice.empty()) print("         do:  " + result.advice + "\n");
      }
    }
  }
  if (arguments.has("--json")) {
    print(to_text({{"schema", "lodestone.doctor/1"},
                   {"warnings", warnings},
                   {"notes", notes},
                   {"unknown", unknown},
                   {"checks", std::move(entries)},
                   {"findings", Json::array()}}) +
          "\n");
  } else if (!arguments.has("--fix")) {
    print(counted(static_cast<long long>(checks.size()), "check") + ": " +
          counted(static_cast<long long>(warnings), "warning") + ", " +
          counted(static_cast<long long>(notes), "note") +
          (unknown ? ", " + std::to_string(unknown) + " unknown" : "") + "\n");
    if (warnings > 0)
      print(
          "run --quiet-machine changes what it can for its own duration; doctor --fix prints the "
          "commands\n");
  }
  return 0;
}

}  // namespace

extern const Verb verb_doctor{
    "doctor",
    "what on this machine would spoil a measurement?",
    "[OPTIONS]",
    "Looks at governor, turbo, SMT, idle states, randomisation, memory settings, mitigations, "
    "clocks, load, steal, limits, "
    "virtualisation, debugging options, counters and more. A warning adds noise or a systematic "
    "error; a note is part of "
    "what is measured and should be equal on both sides. Each says why, with the size of the "
    "effect, and how to mend it. "
    "Nothing is changed, except that settings left behind by a run that was killed are put back. "
    "Their old values "
    "lie in /run/lodestone (root), else in the user's $XDG_STATE_HOME/lodestone or "
    "~/.local/state/lodestone.",
    options,
    "lodestone doctor\nlodestone doctor --fix\nlodestone doctor --json",
    run};

}  // namespace lodestone::verb_doctor
