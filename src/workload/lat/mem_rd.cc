// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred dependent loads round a chain of pointers, one every STRIDE bytes of SIZE
// bytes. The number is one load. The order is random by default: a forward chain, the original's
// default, lets prefetchers hide the latency. Beyond the reach of the TLB a random chain includes
// page-table walks; huge pages change that.
#include <stdlib.h>

#include "workload/support/chain.h"
#include "workload/support/files.h"
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
  const long long stride = lodestone_parameter_number(task, "stride");
  if (state == nullptr || stride < 8 || stride % 8 != 0 || size < 2 * stride)
    return lodestone_fail(task, "stride must be a multiple of 8 and size at least two strides");
  state->size = static_cast<size_t>(size);
  state->memory = make_memory(state->size);
  if (state->memory == nullptr) return lodestone_fail(task, "cannot get %lld bytes: %m", size);
  state->at = make_chain(state->memory, state->size, static_cast<size_t>(stride),
                         *lodestone_parameter(task, "order") == 'r');
  if (state->at == nullptr) return lodestone_fail(task, "no memory for the order of the chain");
  task->state = state;
  return 0;
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
  const char* at = reinterpret_cast<char*>(state->at);
  return at < state->memory || at >= state->memory + state->size
             ? lodestone_fail(task, "the chain left its memory")
             : 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  munmap(state->memory, state->size);
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "64m", "bytes the chain covers"},
    {"stride", "64", "bytes between the words of the chain"},
    {"order", "random", "random, or forward (each next word STRIDE further)"},
    {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, mem_rd) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/mem_rd",
    .title = "Memory load latency",
    .operation = "100 dependent loads round a chain of pointers over SIZE bytes",
    .meaning = "latency of a load from the level of the hierarchy that SIZE falls in",
    .counterpart = "lmbench lat_mem_rd",
    .exercises = "user-space memory cache tlb",
    .note = "random order by default; order=forward is the original default",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e7,
    .unit = "ns",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
