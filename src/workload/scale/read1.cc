// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is read of 4 KiB from the task's own file. The file has 1 MiB: at its end one read
// returns nothing and lseek goes back to the start. That read is counted too, so 257 operations
// move 256 blocks.
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t block = 4096;
constexpr size_t size = 1 << 20;

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = scratch_file(task, size);
  if (state->fd < 0) return -1;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  char buffer[block];
  for (uint64_t done = 0; done < operations; ++done) {
    ssize_t got = read(fd, buffer, block);
    if (got == 0) {
      if (lseek(fd, 0, SEEK_SET) != 0) {
        lodestone_fail(task, "lseek: %m");
        return;
      }
    } else if (got != static_cast<ssize_t>(block)) {
      lodestone_fail(task, "read: %m");
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

LODESTONE_WORKLOAD(scale, read1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/read1",
    .title = "read of 4 KiB, own file",
    .operation = "read of 4 KiB from the task's own file",
    .meaning = "copy of pages from the page cache with the file position",
    .counterpart = "will-it-scale read1",
    .exercises = "read page-cache",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
