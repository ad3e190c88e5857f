// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is lseek and read of 4 KiB from the task's own file. The data are in the page
// cache.
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t block = 4096;

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = scratch_file(task, block);
  if (state->fd < 0) return -1;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  char buffer[block];
  for (uint64_t done = 0; done < operations; ++done) {
    if (lseek(fd, 0, SEEK_SET) != 0 || read(fd, buffer, block) != static_cast<ssize_t>(block)) {
      lodestone_fail(task, "lseek and read: %m");
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

LODESTONE_WORKLOAD(scale, readseek1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/readseek1",
    .title = "lseek and read of 4 KiB, own file",
    .operation = "lseek and read of 4 KiB from the task's own file",
    .meaning = "file position and copy of a page from the page cache",
    .counterpart = "will-it-scale readseek1",
    .exercises = "lseek read page-cache",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
