// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a file mapped read-only and shared, its first PAGES pages read once each in random
// order, unmapped. The number is the time of a page, map and unmap included; page_time is less a
// turn of only munmap, mmap and msync(MS_INVALIDATE), measured in tries after the pass. A page is
// not a fault: Linux maps up to 16 pages around each read fault. around=0 forbids that
// (MADV_RANDOM), so that each page is a fault.
#include <stdlib.h>
#include <unistd.h>

#include "workload/support/chain.h"
#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fd;
  unsigned pages;
  bool around;
  unsigned* order;
  char* map;
  unsigned sum;
};

bool remap(State* state) {
  const size_t bytes = state->pages * 4096ul;
  if (state->map != nullptr && munmap(state->map, bytes) != 0) return false;
  void* memory = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, state->fd, 0);
  state->map = memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
  if (state->map != nullptr && !state->around) madvise(state->map, bytes, MADV_RANDOM);
  return state->map != nullptr && msync(state->map, bytes, MS_INVALIDATE) == 0;
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long pages = lodestone_parameter_number(task, "pages");
  if (pages < 1 || pages > (1 << 24)) return lodestone_fail(task, "pages must be 1 to 16777216");
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->pages = static_cast<unsigned>(pages);
  state->around = lodestone_parameter_number(task, "around") != 0;
  state->order = static_cast<unsigned*>(calloc(state->pages, sizeof(unsigned)));
  if (state->order == nullptr) return lodestone_fail(task, "no memory");
  shuffled(state->order, state->pages);
  state->fd = make_file(task, "pages", pages * 4096);
  task->state = state;
  return state->fd < 0 ? -1 : 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!remap(state)) return static_cast<void>(lodestone_fail(task, "cannot map the file: %m"));
    unsigned sum = 0;
    for (unsigned page = 0; page < state->pages; page++)
      sum += *static_cast<volatile unsigned char*>(
          reinterpret_cast<unsigned char*>(state->map + state->order[page] * 4096ul));
    state->sum = sum;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  if (state->sum != state->pages * 0x5au) return lodestone_fail(task, "the pages hold other bytes");
  const uint64_t counted = *task->counter;
  const double all = median_of_tries(3, [task] { run(task, 1); });
  *task->counter = counted;
  const double mapping = median_of_tries(10, [state] { remap(state); });
  lodestone_report(task, "page_time", (all - mapping) / state->pages);
  return 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  if (state->map != nullptr) munmap(state->map, state->pages * 4096ul);
  close(state->fd);
  remove_file(task, "pages");
  free(state->order);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"pages", "1024", "pages of 4 KiB"}, {"around", "1", "0: no pages mapped around a fault"}, {}};

constexpr lodestone_quantity quantities[] = {{"page_time", "ns", LODESTONE_LOWER, "time"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, pagefault) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/pagefault",
    .title = "Pagefaults",
    .operation = "a file of PAGES pages mapped, each page read in random order, unmapped",
    .meaning =
        "time of a page of a cached file read through a map; not of a fault, unless around=0",
    .counterpart = "lmbench lat_pagefault",
    .exercises = "mmap munmap msync page-fault page-cache",
    .note = "says page, not fault; around=0 makes each page a fault",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e9,
    .unit = "ns",
    .units = "pages",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
