// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is write of 4 KiB to the task's own file, with lseek back to the start after each 1
// MiB: the first pass extends the file, later ones write over it.
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t block = 4096;
constexpr size_t size = 1 << 20;

struct State {
  int fd;
  size_t written;
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
  size_t written = state->written;
  char buffer[block] = {};
  for (uint64_t done = 0; done < operations; ++done) {
    if (write(fd, buffer, block) != static_cast<ssize_t>(block)) {
      lodestone_fail(task, "write: %m");
      return;
    }
    written += block;
    if (written == size) {
      if (lseek(fd, 0, SEEK_SET) != 0) {
        lodestone_fail(task, "lseek: %m");
        return;
      }
      written = 0;
    }
    lodestone_count(task, 1);
  }
  state->written = written;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  close(state->fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, write1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/write1",
    .title = "write of 4 KiB, own file",
    .operation =
        "write of 4 KiB to the task's own file, with lseek back to the start after each 1 MiB",
    .meaning = "copy of pages into the page cache with the file position",
    .counterpart = "will-it-scale write1",
    .exercises = "write page-cache",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
