// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is lseek to the start of one common file of 4 KiB; each task has its own
// descriptor, hence its own offset.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

char path[path_size];

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int prepare(lodestone_task* task) {
  return named_file(task, path, 4096);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = open(path, O_RDWR | O_CLOEXEC);
  if (state->fd < 0) return lodestone_fail(task, "open of the common file: %m");
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

void cleanup(lodestone_task*) {
  unlink(path);
}

}  // namespace

LODESTONE_WORKLOAD(scale, lseek2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/lseek2",
    .title = "lseek, one file for all",
    .operation =
        "lseek to the start of one common file of 4 KiB; each task has its own descriptor, hence "
        "its own offset",
    .meaning = "descriptor look-up and the file position of one inode; no data",
    .counterpart = "will-it-scale lseek2",
    .exercises = "lseek one-inode",
    .note = "",
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
