// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred dependent loads: a word in a block of 512 bytes picked at random, then a
// word DISTANCE bytes below it, then another block. If both words lie in one cache line the second
// load is cheap. line_bytes is the smallest distance of 8, 16 ... 128 at which the pair takes 1.3
// times as long as at 8, from tries after the pass; where the adjacent line is fetched with a
// line, that is twice the line.
#include <stdlib.h>

#include "workload/support/chain.h"
#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  char* memory;
  size_t size;
  void** at;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long size = lodestone_parameter_number(task, "size");
  const long long distance = lodestone_parameter_number(task, "distance");
  if (state == nullptr || distance < 8 || distance > 248 || distance % 8 != 0 || size < 65536)
    return lodestone_fail(task, "distance must be 8 to 248 and size at least 64 KiB");
  state->size = static_cast<size_t>(size) / 512 * 512;
  state->memory = make_memory(state->size);
  if (state->memory == nullptr) return lodestone_fail(task, "cannot get %lld bytes: %m", size);
  state->at = make_pair_chain(state->memory, state->size, static_cast<size_t>(distance));
  task->state = state;
  return state->at == nullptr ? lodestone_fail(task, "no memory") : 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  void** at = state->at;
  for (uint64_t i = 0; i < operations; i++) {
    at = follow_hundred(at);
    lodestone_count(task, 1);
  }
  state->at = at;
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  double time[5];
  for (int i = 0; i < 5; i++) {
    void** at = make_pair_chain(state->memory, state->size, static_cast<size_t>(8) << i);
    if (at == nullptr) return lodestone_fail(task, "no memory");
    time[i] = least_of_tries(100, [&at] { at = follow_hundred(at); });
  }
  int line = 4;  // the step: everything before it fast, everything from it on slow
  while (line > 0 && time[line] > 1.3 * time[0]) line--;
  bool clear = line < 4;
  for (int i = 0; i <= line; i++) clear &= time[i] < 1.2 * time[0];
  if (clear) lodestone_report(task, "line_bytes", static_cast<double>(16 << line));
  return 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  munmap(state->memory, state->size);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "64m", "bytes the chain covers"}, {"distance", "64", "8 to 248, a multiple of 8"}, {}};

constexpr lodestone_quantity quantities[] = {{"line_bytes", "B", LODESTONE_NEUTRAL, "size"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, line) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/line",
    .title = "Cache line",
    .operation =
        "100 dependent loads: pairs of words DISTANCE bytes apart in random blocks of 512 bytes",
    .meaning = "load time at a distance; line_bytes is the line size as seen from time",
    .counterpart = "lmbench line",
    .exercises = "user-space memory cache",
    .note = "reported only where the sweep shows a clear step",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e7,
    .unit = "ns",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
