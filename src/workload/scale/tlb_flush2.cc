// SPDX-License-Identifier: GPL-2.0-or-later
// One operation writes to one page of 1 MiB of anonymous memory, drops it with
// madvise(MADV_DONTNEED) and reads it again (it must be 0): two faults and one flush of one page.
// After the last page the memory is unmapped and mapped afresh. Threads of one process send the
// flush to every CPU that runs one of them.
#include <sys/mman.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = 1 << 20;

char* map() {
  return static_cast<char*>(
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

struct State {
  char* memory;
  size_t offset;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->memory = map();
  if (state->memory == MAP_FAILED) return lodestone_fail(task, "mmap: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const size_t page = page_size();
  char* memory = state->memory;
  size_t offset = state->offset;
  for (uint64_t done = 0; done < operations; ++done) {
    volatile char* byte = memory + offset;
    *byte = 1;
    if (madvise(memory + offset, page, MADV_DONTNEED) != 0) {
      lodestone_fail(task, "madvise: %m");
      return;
    }
    if (*byte != 0) {
      lodestone_fail(task, "content after madvise");
      return;
    }
    lodestone_count(task, 1);
    offset += page;
    if (offset == size) {
      if (munmap(memory, size) != 0) {
        lodestone_fail(task, "munmap: %m");
        return;
      }
      memory = map();
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

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  munmap(state->memory, size);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, tlb_flush2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/tlb_flush2",
    .title = "TLB flush by madvise, anonymous memory",
    .operation =
        "writes to one page of 1 MiB of anonymous memory, drops it with madvise(MADV_DONTNEED) and "
        "reads it again (it must be 0)",
    .meaning = "two faults and the flush of one page; with threads, interrupts to other CPUs",
    .counterpart = "will-it-scale tlb_flush2",
    .exercises = "madvise page-fault TLB-flush IPI",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
