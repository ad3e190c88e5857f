// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is fallocate of the next 8192 bytes of the task's own file; every 128th is followed
// by ftruncate to nothing, so the file never holds more than 1 MiB. The file lies in the scratch
// folder: the figure is one of that file system.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr off_t step = 8192, size = 1 << 20;

struct State {
  int fd;
  off_t offset;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = scratch_file(task);
  if (state->fd < 0) return -1;
  if (fallocate(state->fd, 0, 0, step) != 0)
    return lodestone_skip(task, "fallocate on this file system: %m");
  if (ftruncate(state->fd, 0) != 0) return lodestone_fail(task, "ftruncate: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  off_t offset = state->offset;
  for (uint64_t done = 0; done < operations; ++done) {
    if (fallocate(fd, 0, offset, step) != 0) {
      lodestone_fail(task, "fallocate: %m");
      return;
    }
    offset += step;
    if (offset == size) {
      if (ftruncate(fd, 0) != 0) {
        lodestone_fail(task, "ftruncate: %m");
        return;
      }
      offset = 0;
    }
    lodestone_count(task, 1);
  }
  state->offset = offset;
}

int verify(lodestone_task* task) {
  State* const state = state_of(task);
  if (lseek(state->fd, 0, SEEK_END) != state->offset)
    return lodestone_fail(task, "size of the file");
  return 0;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  close(state->fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, fallocate2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/fallocate2",
    .title = "fallocate of two pages, scratch folder",
    .operation =
        "fallocate of the next 8192 bytes of the task's own file; every 128th is followed by "
        "ftruncate to nothing, so the file never holds more than 1 MiB",
    .meaning = "block allocation of the file system under the scratch folder",
    .counterpart = "will-it-scale fallocate2",
    .exercises = "fallocate ftruncate file-system-allocation",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
