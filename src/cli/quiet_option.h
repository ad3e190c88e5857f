// SPDX-License-Identifier: GPL-2.0-or-later
// --quiet-machine of `run`, `ab` and `exact`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/verb.h"
#include "environment/guard.h"
#include "model/run.h"

namespace lodestone {

inline constexpr Option option_quiet_machine{
    "--quiet-machine", nullptr,
    "change what doctor warns about for as long as it measures, and put it back"};

// The machine as it is measured on: changed where the option says so, as it was after end(), after
// the destructor, after a signal, and after the next start.
class QuietMachine {
 public:
  // `others`: paths of settings that the measurement itself changes. What cannot be changed is a
  // finding. Errors: nowhere to write old values.
  static Result<QuietMachine> begin(const Arguments& arguments, std::vector<Finding>& findings,
                                    const std::vector<std::string>& others = {});
  // Puts everything back; what could not be is a finding.
  void end(std::vector<Finding>& findings);
  // What was changed, for the record: before or after end().
  const std::vector<SettingChange>& changes() const { return changes_; }

 private:
  std::optional<SettingsGuard> guard_;
  std::vector<SettingChange> changes_;
};

}  // namespace lodestone
