// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is read of one page past the page cache (O_DIRECT) from one common file; each task
// has its own descriptor and offset. The file has 1 MiB: at its end one read returns nothing
// (counted too) and lseek goes back to the start. It measures the device under the scratch folder;
// where that file system knows no O_DIRECT the workload is skipped.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = 1 << 20;

char path[path_size];

struct State {
  int fd;
  void* buffer;
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
  state->fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
  if (state->fd < 0) return lodestone_skip(task, "O_DIRECT on this file system: %m");
  if (posix_memalign(&state->buffer, page_size(), page_size()) != 0)
    return lodestone_fail(task, "posix_memalign: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  const size_t page = page_size();
  void* const buffer = state->buffer;
  for (uint64_t done = 0; done < operations; ++done) {
    ssize_t got = read(fd, buffer, page);
    if (got == 0) {
      if (lseek(fd, 0, SEEK_SET) != 0) {
        lodestone_fail(task, "lseek: %m");
        return;
      }
    } else if (got != static_cast<ssize_t>(page)) {
      lodestone_fail(task, "direct read: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  free(state->buffer);
  close(state->fd);
  free(state);
}

void cleanup(lodestone_task*) {
  unlink(path);
}

}  // namespace

LODESTONE_WORKLOAD(scale, read4) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/read4",
    .title = "direct read of one page, one file for all",
    .operation =
        "read of one page past the page cache (O_DIRECT) from one common file; each task has its "
        "own descriptor and offset",
    .meaning = "the device and block layer under the scratch folder, one inode",
    .counterpart = "will-it-scale read4",
    .exercises = "O_DIRECT-read block-layer",
    .note = "skipped where the file system knows no O_DIRECT",
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
