// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one FUTEX_WAIT_PRIVATE that expects 1 where 0 stands, and so returns EAGAIN at
// once: the cost of the private key and the hash bucket. Nothing sleeps.
#include <errno.h>
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
    if (syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, nullptr, nullptr, 0) != -1 ||
        errno != EAGAIN) {
      lodestone_fail(task, "futex wait: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, futex4) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/futex4",
    .title = "futex wait on a changed value, private",
    .operation =
        "one FUTEX_WAIT_PRIVATE that expects 1 where 0 stands, and so returns EAGAIN at once",
    .meaning = "private-key look-up and the check of the word; nothing sleeps",
    .counterpart = "will-it-scale futex4",
    .exercises = "futex private-key",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
