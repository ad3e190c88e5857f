// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/quiet.h"

#include "environment/check.h"

namespace lodestone {

Result<SettingsGuard> quiet_machine(const Root& root, std::vector<Finding>& findings,
                                    const std::string& journal_folder) {
  LODESTONE_ASSIGN(SettingsGuard guard, SettingsGuard::open(journal_folder, root.path("")));
  for (const Check* check : checks) {
    const CheckResult result = check->look(root);
    if (result.state != CheckState::warning) continue;
    if (result.settings.empty()) {
      add_finding(findings, {"F520 not-quieted", std::string(check->code) + ": " + result.found,
                             check->why, result.fix});
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
