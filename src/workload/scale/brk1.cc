// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one brk call; a pass moves the program break up one page and back down. After
// fork the heap's area cannot be extended (its anon_vma chain has several members), so in process
// mode every pass creates and removes an area; brk2 moves the edge of an existing one. The tasks of
// one process share one break and write-lock the same mmap_lock. Threads race on where the break
// is: the rate counts calls only.
#include <unistd.h>
#include <atomic>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

// The highest break that any task saw before the start: nothing of the heap lies above it.
std::atomic<char*> top;

void raise_top(char* seen) {
  char* known = top.load();
  while (known < seen && !top.compare_exchange_weak(known, seen)) {
  }
}

int setup(lodestone_task*) {
  raise_top(static_cast<char*>(sbrk(0)));
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  char* const low = top.load();
  char* const high = low + page_size();
  for (uint64_t done = 0; done < operations; done += 2) {
    if (brk(high) != 0) {
      lodestone_fail(task, "brk up: %m");
      return;
    }
    lodestone_count(task, 1);
    if (brk(low) != 0) {
      lodestone_fail(task, "brk down: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, brk1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/brk1",
    .title = "brk up and down by one page",
    .operation = "one brk call; a pass moves the program break up one page and back down",
    .meaning =
        "creating and removing an area at the heap's end; with threads, the wait for one mmap_lock",
    .counterpart = "will-it-scale brk1",
    .exercises = "brk mmap_lock VMA-creation",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
};
