// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is lseek and read of 4 KiB from one common file at offset 0; each task has its own
// descriptor. The data are in the page cache.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t block = 4096;

char path[path_size];

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int prepare(lodestone_task* task) {
  return named_file(task, path, block);
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

void cleanup(lodestone_task*) {
  unlink(path);
}

}  // namespace

LODESTONE_WORKLOAD(scale, readseek2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/readseek2",
    .title = "lseek and read of 4 KiB, one file, same offset",
    .operation =
        "lseek and read of 4 KiB from one common file at offset 0; each task has its own "
        "descriptor",
    .meaning = "copy of one page from the page cache by all tasks: its reference count",
    .counterpart = "will-it-scale readseek2",
    .exercises = "lseek read page-cache one-inode",
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
