// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is the first write to one page of 128 MiB; after the last page the memory is
// unmapped and mapped afresh. A page of a private mapping of a sparse file is read from the page
// cache and copied; each task fills 128 MiB of cache and as much memory.
#include <sys/mman.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = size_t{128} << 20;

char* map(int fd) {
  return static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0));
}

struct State {
  int fd;
  char* memory;
  size_t offset;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = sparse_file(task, size);
  if (state->fd < 0) return -1;
  state->memory = map(state->fd);
  if (state->memory == MAP_FAILED) return lodestone_fail(task, "mmap: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const size_t page = page_size();
  char* memory = state->memory;
  size_t offset = state->offset;
  for (uint64_t done = 0; done < operations; ++done) {
    memory[offset] = 1;
    keep(memory);
    lodestone_count(task, 1);
    offset += page;
    if (offset == size) {
      if (munmap(memory, size) != 0) {
        lodestone_fail(task, "munmap: %m");
        return;
      }
      memory = map(state->fd);
      if (memory == MAP_FAILED) {
        lodestone_fail(task, "mmap: %m");
        return;
      }
      offset = 0;
    }
  }
  state->memory = memory;
  state->offset = offset;
}

int verify(lodestone_task* task) {
  State* const state = state_of(task);
  // What was written before the current page is there, the current page is untouched.
  for (size_t at = 0; at < state->offset; at += page_size())
    if (state->memory[at] != 1) return lodestone_fail(task, "a page lost its byte");
  return 0;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  munmap(state->memory, size);
  close(state->fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, page_fault2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/page_fault2",
    .title = "page faults, private file",
    .operation =
        "the first write to one page of 128 MiB; after the last page the memory is unmapped and "
        "mapped afresh",
    .meaning = "copy-on-write fault from the page cache",
    .counterpart = "will-it-scale page_fault2",
    .exercises = "page-fault copy-on-write page-cache",
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
