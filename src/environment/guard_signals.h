// SPDX-License-Identifier: GPL-2.0-or-later
// What a signal that ends the program must put back, in a form that a signal handler may use.
#pragma once

#include <string>
#include <vector>

#include "environment/guard.h"

namespace lodestone {

// Each guard has a plan of its own; `guard` is its address. From now on SIGHUP, SIGINT, SIGTERM,
// SIGQUIT, SIGABRT, SIGSEGV and SIGBUS, where they would end the program, first put back `changes`
// and remove the journal. As in SettingsGuard::restore(), a setting whose value is neither its old
// one nor one of `journaled` is left alone. Signals that have a handler are left to it. An empty
// list of changes ends the plan.
void publish_restore_plan(const void* guard, const std::string& root,
                          const std::vector<HeldSetting>& changes,
                          const std::vector<HeldSetting>& journaled,
                          const std::string& journal_path);

}  // namespace lodestone
