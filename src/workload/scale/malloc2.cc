// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is malloc and free of 1000 bytes: the C library's cache, no system call. It
// measures that library and the processor, not the kernel. Compilers may delete such a pair; the
// pointer passes a barrier, so they cannot.
#include <stdlib.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = 1000;

// The C library makes the arena of a thread with its first allocation: not in the timed part.
int setup(lodestone_task*) {
  void* first = malloc(1000);
  keep(first);
  free(first);
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t done = 0; done < operations; ++done) {
    void* memory = malloc(size);
    if (memory == nullptr) {
      lodestone_fail(task, "malloc: %m");
      return;
    }
    keep(memory);
    free(memory);
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, malloc2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/malloc2",
    .title = "malloc and free of 1000 bytes",
    .operation = "malloc and free of 1000 bytes",
    .meaning = "the C library's allocator cache; not the kernel",
    .counterpart = "will-it-scale malloc2",
    .exercises = "C-library",
    .note = "a barrier keeps compilers from deleting the pair",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
};
