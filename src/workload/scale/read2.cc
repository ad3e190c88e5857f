// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is read of 4 KiB from one common file; each task has its own descriptor and offset.
// The file has 1 MiB: at its end one read returns nothing and lseek goes back to the start. That
// read is counted too, so 257 operations move 256 blocks.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t block = 4096;
constexpr size_t size = 1 << 20;

char path[path_size];

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int prepare(lodestone_task* task) {
  return named_file(task, path, size);
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

void cleanup(lodestone_task*) {
  unlink(path);
}

}  // namespace

LODESTONE_WORKLOAD(scale, read2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/read2",
    .title = "read of 4 KiB, one file for all",
    .operation = "read of 4 KiB from one common file; each task has its own descriptor and offset",
    .meaning = "copy of pages of one inode from the page cache by all tasks",
    .counterpart = "will-it-scale read2",
    .exercises = "read page-cache one-inode",
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
