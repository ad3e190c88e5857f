// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: sigaction() that installs a handler. Bookkeeping of the signal code alone; no signal
// is sent.
#include <signal.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

void handler(int) {}

struct State {
  bool failed;
};
State state;

void run(lodestone_task* task, uint64_t operations) {
  struct sigaction action = {};
  action.sa_handler = handler;
  for (uint64_t i = 0; i < operations; i++) {
    if (sigaction(SIGUSR1, &action, nullptr) != 0) state.failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return state.failed ? lodestone_fail(task, "sigaction failed") : 0;
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, sig_install) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/sig_install",
    .title = "Signal handler installation",
    .operation = "sigaction(SIGUSR1, handler)",
    .meaning = "bookkeeping of installing a handler; no signal is sent",
    .counterpart = "lmbench lat_sig install",
    .exercises = "rt_sigaction signal",
    .note = "",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .run = lodestone::run,
    .verify = lodestone::verify,
};
