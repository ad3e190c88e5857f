// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: mmap of SIZE bytes of a file (read and write, shared, address left to the kernel), a
// byte written every 16 KiB over the first tenth, munmap of all. random=1 writes every 160 KiB
// over the whole map instead, which are as many touches on about ten times as many page-table
// pages (it is not random; the name is the original option's). Value in ns, never rounded to
// microseconds. The time is a + b x touches: map_time (a) and touch_time (b) come from a fit over
// SIZE/8, SIZE/4, SIZE/2 and SIZE, measured in tries after the pass. A write fault on a shared
// file page is meant, not a hard fault; write-back during the pass may protect pages again.
#include <stdlib.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fd;
  long size, step, span;  // touches: every `step` bytes of the first `span`
  bool failed;
};

bool unit(int fd, long size, long step, long span) {
  void* memory =
      mmap(nullptr, static_cast<size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) return false;
  volatile char* bytes = static_cast<volatile char*>(memory);
  for (long at = 0; at < span; at += step) bytes[at] = static_cast<char>(size);
  return munmap(memory, static_cast<size_t>(size)) == 0;
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  const bool random = lodestone_parameter_number(task, "random") != 0;
  state->size = static_cast<long>(lodestone_parameter_number(task, "size"));
  if (state->size < 327680) return lodestone_fail(task, "size must be at least 320 KiB");
  state->step = (random ? 160 : 16) * 1024;
  state->span = random ? state->size : state->size / 10;
  state->fd = make_file(task, "map", state->size);  // each task has its own file
  task->state = state;
  return state->fd < 0 ? -1 : 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!unit(state->fd, state->size, state->step, state->span)) state->failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  char written = 1;
  const off_t last = (state->span - 1) / state->step * state->step;
  if (state->failed || pread(state->fd, &written, 1, last) != 1 ||
      written != static_cast<char>(state->size))
    return lodestone_fail(task, "the map could not be made, or its bytes did not reach the file");
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (long size = state->size / 8; size <= state->size; size *= 2) {
    const long span = state->span == state->size ? size : size / 10;
    const double touches = static_cast<double>((span + state->step - 1) / state->step);
    const double time =
        median_of_tries(3, [state, size, span] { unit(state->fd, size, state->step, span); });
    // Weighted by 1 / touches^2: the error of a time grows with the time.
    const double weight = 1 / (touches * touches);
    n += weight;
    x += weight * touches;
    y += weight * time;
    xx += weight * touches * touches;
    xy += weight * touches * time;
  }
  const double determinant = n * xx - x * x;
  if (determinant > 0) lodestone_report(task, "map_time", (xx * y - x * xy) / determinant);
  if (determinant > 0) lodestone_report(task, "touch_time", (n * xy - x * y) / determinant);
  return 0;
}

void teardown(lodestone_task* task) {
  close(static_cast<State*>(task->state)->fd);
  remove_file(task, "map");
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "64m", "bytes mapped"},
    {"random", "0", "1: a byte every 160 KiB of the whole map"},
    {}};

constexpr lodestone_quantity quantities[] = {
    {"map_time", "ns", LODESTONE_LOWER, "time"}, {"touch_time", "ns", LODESTONE_LOWER, "time"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, mmap) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/mmap",
    .title = "mmap latency",
    .operation =
        "mmap of SIZE bytes of a file, a byte written every 16 KiB of the first tenth, munmap",
    .meaning =
        "mapping, write faults on shared file pages and unmapping together; map_time and "
        "touch_time part them",
    .counterpart = "lmbench lat_mmap",
    .exercises = "mmap munmap page-fault file-system tlb",
    .note = "value in ns; each task maps its own file",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e9,
    .unit = "ns",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
