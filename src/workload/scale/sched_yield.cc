// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is sched_yield. With no more tasks than CPUs there is nobody to yield to: the
// figure is then one of the call and of a pass through the scheduler, not of a switch.
#include <sched.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t done = 0; done < operations; ++done) {
    if (sched_yield() != 0) {
      lodestone_fail(task, "sched_yield: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, sched_yield) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/sched_yield",
    .title = "sched_yield",
    .operation = "sched_yield",
    .meaning =
        "the call and one pass through the scheduler; a switch only with more tasks than CPUs",
    .counterpart = "will-it-scale sched_yield",
    .exercises = "sched_yield scheduler run-queue-lock",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
