// SPDX-License-Identifier: GPL-2.0-or-later
#include <csignal>

#include "cli/verb.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is reported as a write error
  return lodestone::run_command_line(argc, argv);
}
