// SPDX-License-Identifier: GPL-2.0-or-later
// SIGINT, SIGTERM and SIGHUP ask the program to stop: what was measured is kept, children are
// ended, exit code 130.
#pragma once

namespace lodestone {

// Installs the handlers; once is enough. A second signal, two seconds later or more, ends
// the program at once.
void catch_interrupts();
bool interrupted();
// For tests.
void clear_interrupt();

}  // namespace lodestone
