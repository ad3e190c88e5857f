// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/quiet_option.h"

#include "environment/quiet.h"

namespace lodestone {

Result<QuietMachine> QuietMachine::begin(const Arguments& arguments, std::vector<Finding>& findings,
                                         const std::vector<std::string>& others) {
  QuietMachine quiet;
  if (!arguments.has(option_quiet_machine.name)) return quiet;
  LODESTONE_ASSIGN(quiet.guard_, quiet_machine(Root(), findings, {}, others));
  for (const HeldSetting& change : quiet.guard_->changes())
    quiet.changes_.push_back({change.path, change.before, change.after, false});
  return quiet;
}

void QuietMachine::end(std::vector<Finding>& findings) {
  if (!guard_) return;
  const auto restored = guard_->restore();
  for (SettingChange& change : changes_) change.restored = restored.has_value();
  if (!restored)
    add_finding(findings, {"F310 not-restored", restored.error().what, restored.error().why,
                           "put it back by hand; the next start of lodestone tries again"});
  guard_.reset();
}

}  // namespace lodestone
