// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is poll of one descriptor of a regular file, which is always ready.
#include <poll.h>
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
  struct pollfd entry = {state->fd, POLLOUT, 0};
  for (uint64_t done = 0; done < operations; ++done) {
    if (poll(&entry, 1, 0) != 1) {
      lodestone_fail(task, "poll: %m");
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

LODESTONE_WORKLOAD(scale, poll1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/poll1",
    .title = "poll of one descriptor",
    .operation = "poll of one descriptor of a regular file, which is always ready",
    .meaning = "poll's fixed cost",
    .counterpart = "will-it-scale poll1",
    .exercises = "poll",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
