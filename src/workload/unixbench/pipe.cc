// SPDX-License-Identifier: GPL-2.0-or-later
// Pipe throughput: 512 bytes into a pipe and out again, by one process. No context switch, no
// second CPU: what it costs to go through the pipe's code and to copy 512 bytes twice.
#include <stdlib.h>
#include <unistd.h>

#include "workload/workload.h"

namespace {

struct State {
  int ends[2];
  bool broken;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (!state || pipe(state->ends) != 0) return lodestone_fail(task, "cannot make a pipe: %m");
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  char buffer[512];
  for (uint64_t i = 0; i < operations; i++) {
    if (write(state->ends[1], buffer, sizeof buffer) != sizeof buffer ||
        read(state->ends[0], buffer, sizeof buffer) != sizeof buffer)
      state->broken = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return static_cast<State*>(task->state)->broken
             ? lodestone_fail(task, "the pipe did not pass 512 bytes")
             : 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  close(state->ends[0]);
  close(state->ends[1]);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(unixbench, pipe) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/pipe",
    .title = "Pipe Throughput",
    .operation = "write(512 bytes) to a pipe and read(512 bytes) back, in one process",
    .meaning = "cost of the pipe's code and of copying; no context switch",
    .counterpart = "UnixBench pipe",
    .exercises = "read write pipe",
    .note = "",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
