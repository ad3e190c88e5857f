// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is sem_wait and sem_post of the task's own semaphore: user space only, never
// contended.
#include <semaphore.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct State {
  sem_t semaphore;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  if (sem_init(&state->semaphore, 0, 1) != 0) return lodestone_fail(task, "sem_init: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  sem_t* const semaphore = &state->semaphore;
  for (uint64_t done = 0; done < operations; ++done) {
    if (sem_wait(semaphore) != 0 || sem_post(semaphore) != 0) {
      lodestone_fail(task, "semaphore: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  State* const state = state_of(task);
  int value = 0;
  if (sem_getvalue(&state->semaphore, &value) != 0 || value != 1)
    return lodestone_fail(task, "value of the semaphore");
  return 0;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  sem_destroy(&state->semaphore);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, posix_semaphore1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/posix_semaphore1",
    .title = "POSIX semaphore wait and post",
    .operation = "sem_wait and sem_post of the task's own semaphore",
    .meaning = "atomic operations of the C library; not the kernel",
    .counterpart = "will-it-scale posix_semaphore1",
    .exercises = "C-library",
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
