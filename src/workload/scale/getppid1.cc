// SPDX-License-Identifier: GPL-2.0-or-later
// The cheapest system call: entry, a read of the parent's id under RCU, exit. It shows what
// mitigations and entry code cost, and nothing of any subsystem.
#include <sys/syscall.h>
#include <unistd.h>

#include "workload/workload.h"

static void run(struct lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    getppid();
    lodestone_count(task, 1);
  }
}

LODESTONE_WORKLOAD(scale, getppid1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/getppid1",
    .title = "getppid",
    .operation = "getppid()",
    .meaning = "cost of entering and leaving the kernel; no subsystem",
    .counterpart = "will-it-scale getppid1",
    .exercises = "getppid syscall-entry",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
