// SPDX-License-Identifier: GPL-2.0-or-later
// What a signal that ends the program must put back, in a form that a signal handler may use.
#pragma once

#include <string>
#include <vector>

#include "environment/guard.h"

namespace lodestone {

// From now on SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGABRT, SIGSEGV and SIGBUS, where they would end
// the program, first put back `changes` and remove the journal. Signals that have a handler are
// left to it. An empty list ends the watch.
void publish_restore_plan(const std::string& root, const std::vector<HeldSetting>& changes,
                          const std::string& journal_path);

}  // namespace lodestone
