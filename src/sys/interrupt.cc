// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/interrupt.h"

#include <csignal>
#include <ctime>
#include <initializer_list>

namespace lodestone {
namespace {

volatile std::sig_atomic_t asked = 0;
volatile time_t asked_at = 0;  // seconds, monotonic

// A second signal ends the program, but not one of the same moment: timeout(1) and shells signal
// the process and its group. Only async-signal-safe calls (signal-safety(7)).
void on_signal(int number) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!asked) {
    asked_at = now.tv_sec;
    asked = 1;
  } else if (now.tv_sec - asked_at >= 2) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: a wait for a child returns with EINTR.
  action.sa_flags = 0;
  for (int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

bool interrupted() {
  return asked != 0;
}
void clear_interrupt() {
  asked = 0;
}

}  // namespace lodestone
