// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is one brk call. As brk1, after the heap has grown by one page: the page that comes
// and goes extends and shrinks an existing area. Threads race on one break, so their rate says
// little about any one call.
#include <unistd.h>
#include <atomic>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

std::atomic<char*> top;
std::atomic<bool> grown;

void raise_top(char* seen) {
  char* known = top.load();
  while (known < seen && !top.compare_exchange_weak(known, seen)) {
  }
}

int setup(lodestone_task* task) {
  // Once a process; threads that come later see the larger break.
  if (!grown.exchange(true) && sbrk(page_size()) == reinterpret_cast<void*>(-1))
    return lodestone_fail(task, "sbrk: %m");
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

LODESTONE_WORKLOAD(scale, brk2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/brk2",
    .title = "brk up and down by one page, beside a grown heap",
    .operation = "one brk call",
    .meaning = "growing and shrinking the heap's area; with threads, the wait for one mmap_lock",
    .counterpart = "will-it-scale brk2",
    .exercises = "brk mmap_lock VMA-extension",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
};
