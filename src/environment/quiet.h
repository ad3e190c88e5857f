// SPDX-License-Identifier: GPL-2.0-or-later
// --quiet-machine: the settings of all checks that warn, changed through a guard for as long as a
// measurement lasts.
#pragma once

#include <vector>

#include "base/result.h"
#include "environment/guard.h"
#include "model/finding.h"
#include "sys/root.h"

namespace lodestone {

// Changes what it can; what it cannot (no privilege, in use by another run) is a finding. A check
// one of whose settings is among `others` (paths) is left alone: somebody else decides it. Errors:
// nowhere to write old values.
Result<SettingsGuard> quiet_machine(const Root& root, std::vector<Finding>& findings,
                                    const std::string& journal_folder = {},
                                    const std::vector<std::string>& others = {});

}  // namespace lodestone
