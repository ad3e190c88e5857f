// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is mmap and munmap of 128 MiB of anonymous memory that is never touched. Threads
// share one address space and write-lock its mmap_lock.
#include <sys/mman.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr size_t size = size_t{128} << 20;

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t done = 0; done < operations; ++done) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
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

}  // namespace

LODESTONE_WORKLOAD(scale, mmap1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/mmap1",
    .title = "mmap and munmap of 128 MiB, anonymous",
    .operation = "mmap and munmap of 128 MiB of anonymous memory that is never touched",
    .meaning =
        "making and removing an area without pages; with threads, the wait for one mmap_lock",
    .counterpart = "will-it-scale mmap1",
    .exercises = "mmap munmap mmap_lock",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
