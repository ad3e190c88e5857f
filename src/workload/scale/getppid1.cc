// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is getppid, one of the cheapest system calls: entry, exit and little else.
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t done = 0; done < operations; ++done) {
    keep(getppid());
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, getppid1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/getppid1",
    .title = "getppid",
    .operation = "getppid, one of the cheapest system calls",
    .meaning = "cost of entering and leaving the kernel; no subsystem",
    .counterpart = "will-it-scale getppid1",
    .exercises = "system-call-entry-and-exit",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
