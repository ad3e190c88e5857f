// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is raise(SIGUSR1) into an empty handler. Its system calls depend on the C library:
// with glibc 2.36 they are gettid, getpid, tgkill and rt_sigreturn; older ones also block and
// unblock signals. Threads share the handler table and its lock.
#include <signal.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

void handle(int) {}

int setup(lodestone_task* task) {
  struct sigaction action = {};
  action.sa_handler = handle;
  if (sigaction(SIGUSR1, &action, nullptr) != 0) return lodestone_fail(task, "sigaction: %m");
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  if (pthread_sigmask(SIG_UNBLOCK, &set, nullptr) != 0)
    return lodestone_fail(task, "pthread_sigmask: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t done = 0; done < operations; ++done) {
    if (raise(SIGUSR1) != 0) {
      lodestone_fail(task, "raise: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, signal1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/signal1",
    .title = "raise a signal and handle it",
    .operation = "raise(SIGUSR1) into an empty handler",
    .meaning = "signal delivery and return; with threads, the shared handler lock",
    .counterpart = "will-it-scale signal1",
    .exercises = "tgkill signal-delivery rt_sigreturn",
    .note = "the number of system calls depends on the C library",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
};
