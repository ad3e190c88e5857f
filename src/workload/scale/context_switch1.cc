// SPDX-License-Identifier: GPL-2.0-or-later
// Two operations are one round trip: the task writes a byte to its partner and reads the answer.
// Each task starts a partner: a process in process mode, a thread in thread mode. Both stay on one
// logical CPU, so every hand-over is a switch; a core's sibling would make it a wake-up of another
// CPU. With like=will-it-scale the partner has the task's CPU mask (a whole core), as in the
// original. Without affinity the scheduler decides, and the figure may be one of wake-ups across
// CPUs.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct State {
  int there[2], back[2];  // pipes to the partner and from it
  pid_t process;
  pthread_t thread;
};

// Ends when the task closes its pipe.
void* answer(void* argument) {
  const State* const state = static_cast<State*>(argument);
  char byte;
  while (read(state->there[0], &byte, 1) == 1)
    if (write(state->back[1], &byte, 1) != 1) break;
  return nullptr;
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  if (pipe2(state->there, O_CLOEXEC) != 0 || pipe2(state->back, O_CLOEXEC) != 0)
    return lodestone_fail(task, "pipe: %m");
  if (task->threads) {
    errno = pthread_create(&state->thread, nullptr, answer, state);
    return errno == 0 ? 0 : lodestone_fail(task, "cannot start the partner: %m");
  }
  const pid_t parent = getpid();
  state->process = fork();
  if (state->process < 0) return lodestone_fail(task, "cannot start the partner: %m");
  if (state->process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(state->there[1]);
    close(state->back[0]);
    answer(state);
    _exit(0);
  }
  // With these ends closed, a partner that dies is an error and not a wait for ever.
  close(state->there[0]);
  close(state->back[1]);
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = static_cast<State*>(task->state);
  const int there = state->there[1], back = state->back[0];
  char byte = 0;
  for (uint64_t done = 0; done < operations; done += 2) {
    if (write(there, &byte, 1) != 1 || read(back, &byte, 1) != 1) {
      lodestone_fail(task, "the partner does not answer");
      return;
    }
    lodestone_count(task, 2);
  }
}

void teardown(lodestone_task* task) {
  State* const state = static_cast<State*>(task->state);
  close(state->there[1]);
  if (task->threads) {
    pthread_join(state->thread, nullptr);
    close(state->there[0]);
    close(state->back[1]);
  } else {
    while (waitpid(state->process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(state->back[0]);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, context_switch1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/context_switch1",
    .title = "context switches over two pipes",
    .operation = "half a round trip of one byte between the task and its partner over two pipes",
    .meaning = "pipe wake-up and switch between two tasks on one CPU; not a switch alone",
    .counterpart = "will-it-scale context_switch1",
    .exercises = "pipe scheduler context-switch",
    .note = "both partners are held on one CPU; like=will-it-scale leaves them the core's siblings",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
