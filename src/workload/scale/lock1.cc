// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one fcntl(F_SETLKW); a pass takes a write lock on the first byte of the task's
// own file and gives it back.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

void set(struct flock* lock, short type) {
  lock->l_type = type;
  lock->l_whence = SEEK_SET;
  lock->l_start = 0;
  lock->l_len = 1;
  lock->l_pid = 0;
}

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
  struct flock lock;
  for (uint64_t done = 0; done < operations; done += 2) {
    set(&lock, F_WRLCK);
    if (fcntl(fd, F_SETLKW, &lock) != 0) {
      lodestone_fail(task, "lock: %m");
      return;
    }
    lodestone_count(task, 1);
    set(&lock, F_UNLCK);
    if (fcntl(fd, F_SETLKW, &lock) != 0) {
      lodestone_fail(task, "unlock: %m");
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

LODESTONE_WORKLOAD(scale, lock1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/lock1",
    .title = "file lock and unlock, own file",
    .operation =
        "one fcntl(F_SETLKW); a pass takes a write lock on the first byte of the task's own file "
        "and gives it back",
    .meaning = "POSIX lock bookkeeping of one file; never contended",
    .counterpart = "will-it-scale lock1",
    .exercises = "fcntl POSIX-file-locks",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
