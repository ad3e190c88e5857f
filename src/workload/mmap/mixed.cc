// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: one call of mmap, munmap or mremap, drawn from a fixed seed over 128 places; one new
// map in five is touched, so that there is about a page fault for every eighteen calls. The
// sequence repeats every million calls with all places empty again, so that each million does the
// same work. The number is the time of a call; the software events are per call. Nothing is said
// of a single kind of call.
#include <stdlib.h>
#include <sys/mman.h>

#include "workload/support/chain.h"
#include "workload/support/events.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

constexpr unsigned places = 128;
constexpr uint64_t period = 1000000;

struct Place {
  void* map;
  size_t pages;
};
struct State {
  Place place[places];
  uint64_t seed, calls;
  Events events;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  task->state = state;
  state->events = start_events();
  return 0;
}

void clear(State* state) {
  for (Place& place : state->place) {
    if (place.map != nullptr) munmap(place.map, place.pages * 4096);
    place = {};
  }
}

bool call(Place& place, uint64_t random) {
  const size_t pages = 1 + (random >> 16) % 64;
  if (place.map == nullptr) {
    place.map =
        mmap(nullptr, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place.map == MAP_FAILED) return false;
    place.pages = pages;
    // The last page: neither a neighbour's huge page nor fault-around can bring it in.
    if ((random >> 32) % 5 == 0) static_cast<volatile char*>(place.map)[(pages - 1) * 4096] = 1;
    return true;
  }
  if ((random >> 40) % 2 == 0) {
    void* moved = mremap(place.map, place.pages * 4096, pages * 4096, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return false;
    place = {moved, pages};
    return true;
  }
  const bool done = munmap(place.map, place.pages * 4096) == 0;
  place = {};
  return done;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (state->calls++ % period == 0) {
      clear(state);
      state->seed = 88172645463325252ull;
    }
    const uint64_t random = next_random(&state->seed);
    if (!call(state->place[random % places], random))
      return static_cast<void>(lodestone_fail(task, "a call failed: %m"));
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  report_events(task, static_cast<State*>(task->state)->events);
  return 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end_events(state->events);
  clear(state);
  free(state);
}

constexpr lodestone_quantity quantities[] = {LODESTONE_EVENT_QUANTITIES, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(mmap, mixed) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "mmap/mixed",
    .title = "Mixed mapping calls",
    .operation = "a call of mmap, munmap or mremap from a fixed sequence of a million",
    .meaning = "VMA and page-table work of mapping calls; few page faults",
    .counterpart = "mmap-perf: a million pseudo-random mapping calls",
    .exercises = "mmap munmap mremap page-fault page-table",
    .note = "our own sequence: counts agree with the named program in kind, not in number",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e9,
    .unit = "ns",
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
