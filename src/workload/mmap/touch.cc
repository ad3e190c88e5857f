// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: PAGES pages mapped, a byte written to each, all unmapped. The number is the time of a
// page, its share of mmap and munmap included; page faults and the other software events are per
// unit. kind=file maps a file shared (page cache, dirtying), anon zeroes new pages. Huge pages are
// refused unless huge=1.
#include <stdlib.h>

#include "workload/support/events.h"
#include "workload/support/files.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fd;
  size_t bytes;
  bool huge;
  Events events;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long pages = lodestone_parameter_number(task, "pages");
  if (state == nullptr || pages < 1 || pages > (1 << 24))
    return lodestone_fail(task, "pages must be 1 to 16777216");
  state->bytes = static_cast<size_t>(pages) * 4096;
  state->huge = lodestone_parameter_number(task, "huge") != 0;
  const bool file = *lodestone_parameter(task, "kind") == 'f';
  state->fd = file ? make_file(task, "touch", pages * 4096) : -1;
  if (file && state->fd < 0) return -1;
  task->state = state;
  state->events = start_events();
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  const int flags = state->fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  for (uint64_t i = 0; i < operations; i++) {
    void* map = mmap(nullptr, state->bytes, PROT_READ | PROT_WRITE, flags, state->fd, 0);
    if (map == MAP_FAILED) return static_cast<void>(lodestone_fail(task, "cannot map: %m"));
    if (!state->huge) madvise(map, state->bytes, MADV_NOHUGEPAGE);
    volatile char* bytes = static_cast<volatile char*>(map);
    for (size_t at = 0; at < state->bytes; at += 4096) bytes[at] = 1;
    munmap(map, state->bytes);
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  const Events now = read_events();
  report_events(task, state->events);
  // Each unit touches each page anew; around a fault of a file the kernel may map more than one
  // page.
  const double pages =
      static_cast<double>(state->bytes / 4096) * static_cast<double>(*task->counter);
  const bool small = state->fd < 0 && !state->huge;
  return small && static_cast<double>(now.faults - state->events.faults) < pages * 0.99
             ? lodestone_fail(task, "fewer page faults than pages: something else maps them")
             : 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end_events(state->events);
  if (state->fd >= 0) close(state->fd);
  remove_file(task, "touch");
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"pages", "256", "pages of 4 KiB"},
    {"kind", "anon", "anon or file"},
    {"huge", "0", "1: huge pages are not refused"},
    {}};

constexpr lodestone_quantity quantities[] = {LODESTONE_EVENT_QUANTITIES, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(mmap, touch) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "mmap/touch",
    .title = "Map and touch",
    .operation = "PAGES pages mapped, a byte written to each, all unmapped",
    .meaning = "page faults with the zeroing or dirtying of pages, mapping and unmapping",
    .counterpart = "page_fault1 (128 MB there); lat_mmap maps a file and touches little of it",
    .exercises = "mmap munmap madvise page-fault page-table",
    .note = "",
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
