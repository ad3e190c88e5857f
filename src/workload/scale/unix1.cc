// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is a write of one byte to one end of the task's own stream socket pair and the read
// of it at the other end. It never blocks and never switches to another task.
#include <sys/socket.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct State {
  int ends[2];
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, state->ends) != 0)
    return lodestone_fail(task, "socketpair: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int in = state->ends[1], out = state->ends[0];
  char byte = 0;
  for (uint64_t done = 0; done < operations; ++done) {
    if (write(in, &byte, 1) != 1 || read(out, &byte, 1) != 1) {
      lodestone_fail(task, "socket write and read: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  close(state->ends[0]);
  close(state->ends[1]);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, unix1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/unix1",
    .title = "write and read of one AF_UNIX pair",
    .operation =
        "a write of one byte to one end of the task's own stream socket pair and the read of it at "
        "the other end",
    .meaning = "socket buffers and copying of one byte; no wake-up, no switch",
    .counterpart = "will-it-scale unix1",
    .exercises = "AF_UNIX write read skb-allocation",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
