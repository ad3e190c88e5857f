// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a cycle of two processes and two System V semaphores: each waits for one and posts the
// other in a single semop of two operations. The number is half a cycle. The partner removes the
// semaphores when the task dies, so that none is left behind.
#include <signal.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

#include "workload/support/partner.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int set;
  pid_t partner;
};
int set_to_remove;

void remove_set(int) {
  semctl(set_to_remove, 0, IPC_RMID);
  _exit(0);
}

bool step(int set, unsigned short take, unsigned short post) {
  sembuf operations[2] = {{take, -1, 0}, {post, 1, 0}};
  while (semop(set, operations, 2) != 0)
    if (!interrupted_only()) return false;
  return true;
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->set = semget(IPC_PRIVATE, 2, 0600);
  if (state->set < 0) return lodestone_skip(task, "no System V semaphores: %m");
  if (semctl(state->set, 0, SETVAL, 1) != 0) return lodestone_fail(task, "semctl: %m");
  state->partner = start_partner(task, [state] {
    set_to_remove = state->set;
    signal(SIGTERM, remove_set);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    while (step(state->set, 1, 0)) {
    }
  });
  if (state->partner < 0) {
    semctl(state->set, 0, IPC_RMID);
    return lodestone_fail(task, "cannot start the second process: %m");
  }
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!step(state->set, 0, 1)) return static_cast<void>(lodestone_fail(task, "semop: %m"));
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end_partner(state->partner);
  semctl(state->set, 0, IPC_RMID);
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, sem) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/sem",
    .title = "Semaphore latency",
    .operation = "a cycle of 2 semop calls of 2 operations between 2 processes",
    .meaning = "one hand-over of a System V semaphore, half a cycle",
    .counterpart = "lmbench lat_sem",
    .exercises = "semop sysv-ipc context-switch",
    .note = "placement is a parameter",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 0.5e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
