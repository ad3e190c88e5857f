// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is malloc and free of 128 MiB. With the GNU C library that is mmap of 128 MiB and a
// page, one fault for the header, and munmap. Compilers may delete such a pair; the pointer passes
// a barrier, so they cannot.
#include <stdlib.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = size_t{128} << 20;

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

LODESTONE_WORKLOAD(scale, malloc1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/malloc1",
    .title = "malloc and free of 128 MiB",
    .operation = "malloc and free of 128 MiB",
    .meaning = "mmap, munmap and one fault through the C library",
    .counterpart = "will-it-scale malloc1",
    .exercises = "mmap munmap page-fault C-library",
    .note = "a barrier keeps compilers from deleting the pair",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
};
