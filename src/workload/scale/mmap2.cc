// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is mmap and munmap of the task's own sparse file of 128 MiB, private and never
// touched.
#include <sys/mman.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = size_t{128} << 20;

struct State {
  int fd;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = sparse_file(task, size);
  if (state->fd < 0) return -1;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  for (uint64_t done = 0; done < operations; ++done) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED) {
      lodestone_fail(task, "mmap: %m");
      return;
    }
    if (munmap(memory, size) != 0) {
      lodestone_fail(task, "munmap: %m");
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

LODESTONE_WORKLOAD(scale, mmap2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/mmap2",
    .title = "mmap and munmap of 128 MiB, file",
    .operation =
        "mmap and munmap of the task's own sparse file of 128 MiB, private and never touched",
    .meaning =
        "making and removing a file area without pages; with threads, the wait for one mmap_lock",
    .counterpart = "will-it-scale mmap2",
    .exercises = "mmap munmap mmap_lock file-mappings",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
