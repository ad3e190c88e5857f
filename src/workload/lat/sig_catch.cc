// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: kill(self, SIGUSR1) with an empty handler: sending, delivery, handler, return. The
// main number is the whole of it. handler_time is that less kill(self, 0), both measured in tries
// after the pass: what the original prints (it loops n - 1 times for n, and cuts negative results
// to 0; neither is done here).
#include <signal.h>
#include <unistd.h>

#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

volatile uint64_t caught;
void handler(int) {
  caught = caught + 1;
}

int setup(lodestone_task*) {
  struct sigaction action = {};
  action.sa_handler = handler;
  caught = 0;
  return sigaction(SIGUSR1, &action, nullptr);
}

void run(lodestone_task* task, uint64_t operations) {
  const pid_t self = getpid();
  for (uint64_t i = 0; i < operations; i++) {
    kill(self, SIGUSR1);
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  if (caught != *task->counter)
    return lodestone_fail(task, "%llu signals were sent and %llu caught",
                          static_cast<unsigned long long>(*task->counter),
                          static_cast<unsigned long long>(caught));
  const pid_t self = getpid();
  const double both = median_of_tries(1000, [self] { kill(self, SIGUSR1); });
  const double send = median_of_tries(1000, [self] { kill(self, 0); });
  lodestone_report(task, "handler_time", (both - send) * 1e-3);
  return 0;
}

constexpr lodestone_quantity quantities[] = {{"handler_time", "us", LODESTONE_LOWER, "time"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, sig_catch) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/sig_catch",
    .title = "Signal handler overhead",
    .operation = "kill(self, SIGUSR1) and its empty handler",
    .meaning = "sending, delivery and return of a signal to oneself",
    .counterpart = "lmbench lat_sig catch",
    .exercises = "kill rt_sigreturn signal",
    .note = "the whole cost; handler_time is less kill(self, 0)",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
};
