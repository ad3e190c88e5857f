// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one fcntl that locks or unlocks the first byte of one file; each task has its
// own descriptor. POSIX locks belong to the process, so threads would never wait for each other: in
// thread mode the locks are those of the open file (F_OFD_SETLKW), which do. With
// like=will-it-scale they are POSIX locks in both modes, as in the original.
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
  lock->l_pid = 0;  // F_OFD_SETLKW insists
}

char path[path_size];

struct State {
  int fd;
  int command;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int prepare(lodestone_task* task) {
  return named_file(task, path, 0);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->command = task->threads && !like_original(task) ? F_OFD_SETLKW : F_SETLKW;
  state->fd = open(path, O_RDWR | O_CLOEXEC);
  if (state->fd < 0) return lodestone_fail(task, "open of the common file: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd, command = state->command;
  struct flock lock;
  for (uint64_t done = 0; done < operations; done += 2) {
    set(&lock, F_WRLCK);
    if (fcntl(fd, command, &lock) != 0) {
      lodestone_fail(task, "lock: %m");
      return;
    }
    lodestone_count(task, 1);
    set(&lock, F_UNLCK);
    if (fcntl(fd, command, &lock) != 0) {
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

void cleanup(lodestone_task*) {
  unlink(path);
}

}  // namespace

LODESTONE_WORKLOAD(scale, lock2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/lock2",
    .title = "file lock and unlock, one file for all",
    .operation =
        "one fcntl that locks or unlocks the first byte of one file; each task has its own "
        "descriptor",
    .meaning = "hand-over of one file lock between tasks, with sleep and wake-up",
    .counterpart = "will-it-scale lock2",
    .exercises = "fcntl file-locks wake-ups",
    .note =
        "threads use open-file locks, which conflict; like=will-it-scale uses POSIX locks, which "
        "do not",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .prepare = prepare,
    .setup = setup,
    .run = run,
    .teardown = teardown,
    .cleanup = cleanup,
};
