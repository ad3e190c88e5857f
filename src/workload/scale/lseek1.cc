// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is lseek to the start of the task's own file of 4 KiB.
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
  state->fd = scratch_file(task, 4096);
  if (state->fd < 0) return -1;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  for (uint64_t done = 0; done < operations; ++done) {
    if (lseek(fd, 0, SEEK_SET) != 0) {
      lodestone_fail(task, "lseek: %m");
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

LODESTONE_WORKLOAD(scale, lseek1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/lseek1",
    .title = "lseek, own file",
    .operation = "lseek to the start of the task's own file of 4 KiB",
    .meaning = "descriptor look-up and the file position; no data",
    .counterpart = "will-it-scale lseek1",
    .exercises = "lseek",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
