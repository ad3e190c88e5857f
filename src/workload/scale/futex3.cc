// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one FUTEX_WAKE_PRIVATE of a word on which nobody waits: the cost of the private
// key and the hash bucket. Nobody is woken.
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
    if (syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0) != 0) {
      lodestone_fail(task, "futex wake: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, futex3) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/futex3",
    .title = "futex wake of nobody, private",
    .operation = "one FUTEX_WAKE_PRIVATE of a word on which nobody waits",
    .meaning = "private-key look-up and hash bucket; nobody is woken",
    .counterpart = "will-it-scale futex3",
    .exercises = "futex private-key",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
