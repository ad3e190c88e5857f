// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is a write of 1 to the task's own eventfd and the read that takes it back; neither
// blocks.
#include <sys/eventfd.h>
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
  state->fd = eventfd(0, 0);
  if (state->fd < 0) return lodestone_fail(task, "eventfd: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  uint64_t value = 1;
  for (uint64_t done = 0; done < operations; ++done) {
    if (write(fd, &value, sizeof value) != sizeof value ||
        read(fd, &value, sizeof value) != sizeof value) {
      lodestone_fail(task, "eventfd write and read: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  State* const state = state_of(task);
  // Every unit written was read back: the counter is empty, so one more reads back as 1.
  uint64_t value = 1, left = 0;
  if (write(state->fd, &value, sizeof value) != sizeof value ||
      read(state->fd, &left, sizeof left) != sizeof left || left != 1)
    return lodestone_fail(task, "the eventfd kept units");
  return 0;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  close(state->fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, eventfd1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/eventfd1",
    .title = "eventfd write and read",
    .operation =
        "a write of 1 to the task's own eventfd and the read that takes it back; neither blocks",
    .meaning = "eventfd's own lock and two short system calls; no wake-up",
    .counterpart = "will-it-scale eventfd1",
    .exercises = "eventfd write read",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
