// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one FUTEX_WAKE of a word on which nobody waits: the cost of the shared key (the
// page is looked up) and the hash bucket. Nobody is woken.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

void run(lodestone_task* task, uint64_t operations) {
  uint32_t word = 0;
  for (uint64_t done = 0; done < operations; ++done) {
    if (syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0) != 0) {
      lodestone_fail(task, "futex wake: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, futex1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/futex1",
    .title = "futex wake of nobody",
    .operation = "one FUTEX_WAKE of a word on which nobody waits",
    .meaning = "shared-key look-up and hash bucket; nobody is woken",
    .counterpart = "will-it-scale futex1",
    .exercises = "futex shared-key",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
