// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace lodestone {
namespace {

volatile std::sig_atomic_t asked = 0;

void on_signal(int) {
  asked = 1;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: a wait for a child returns with EINTR. Reset after the first: a second one ends
  // the program.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

bool interrupted() {
  return asked != 0;
}
void clear_interrupt() {
  asked = 0;
}

}  // namespace lodestone
