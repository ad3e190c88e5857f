// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/quiet.h"

#include "base/text.h"
#include "environment/check.h"

namespace lodestone {
namespace {

bool names_one_of(const CheckResult& result, const std::vector<std::string>& paths) {
  for (const Setting& setting : result.settings)
    for (const std::string& path : paths)
      if (glob_match(setting.path, path) || glob_match(path, setting.path)) return true;
  return false;
}

}  // namespace

Result<SettingsGuard> quiet_machine(const Root& root, std::vector<Finding>& findings,
                                    const std::string& journal_folder,
                                    const std::vector<std::string>& others) {
  LODESTONE_ASSIGN(SettingsGuard guard, SettingsGuard::open(journal_folder, root.path("")));
  for (const Check* check : checks) {
    const CheckResult result = check->look(root);
    if (result.state != CheckState::warning || names_one_of(result, others)) continue;
    if (result.settings.empty()) {
      add_finding(findings, {"F520 not-quieted", std::string(check->code) + ": " + result.found,
                             check->why, result.fix.empty() ? result.advice : result.fix});
      continue;
    }
    for (const Setting& setting : result.settings)
      if (auto done = guard.set(setting); !done)
        add_finding(findings,
                    {"F520 not-quieted", std::string(check->code) + ": " + result.found,
                     done.error().what + (done.error().why.empty() ? "" : ": " + done.error().why),
                     result.fix});
  }
  return guard;
}

}  // namespace lodestone
