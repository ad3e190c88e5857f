// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is dup of a descriptor and close of the copy. Processes have their own descriptor
// table, threads share one and its lock.
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = scratch_file(task);
  if (state->fd < 0) return -1;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  for (uint64_t done = 0; done < operations; ++done) {
    int copy = dup(fd);
    if (copy < 0 || close(copy) != 0) {
      lodestone_fail(task, "dup and close: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  close(state->fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, dup1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/dup1",
    .title = "dup and close",
    .operation = "dup of a descriptor and close of the copy",
    .meaning = "descriptor table; threads share one and its lock",
    .counterpart = "will-it-scale dup1",
    .exercises = "dup close descriptor-table",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
