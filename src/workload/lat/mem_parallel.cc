// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred loads in each of CHAINS independent random chains of pointers over parts of
// SIZE bytes. The number is one load; speedup is how many times faster than with one chain,
// measured in tries after the pass: the misses that the memory system overlaps.
#include <stdlib.h>

#include "workload/support/chain.h"
#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

constexpr unsigned most = 16;

struct State {
  char* memory;
  size_t size;
  unsigned chains;
  void** at[most];
};

void follow(State* state, unsigned chains) {
  for (int i = 0; i < 100; i++)
    for (unsigned chain = 0; chain < chains; chain++)
      state->at[chain] = static_cast<void**>(*static_cast<void* volatile*>(state->at[chain]));
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long size = lodestone_parameter_number(task, "size");
  const long long chains = lodestone_parameter_number(task, "chains");
  if (state == nullptr || chains < 1 || chains > most || size / chains < 128)
    return lodestone_fail(task, "chains must be 1 to 16, each with two lines");
  state->size = static_cast<size_t>(size);
  state->chains = static_cast<unsigned>(chains);
  state->memory = make_memory(state->size);
  if (state->memory == nullptr) return lodestone_fail(task, "cannot get %lld bytes: %m", size);
  const size_t part = state->size / state->chains / 64 * 64;
  for (unsigned chain = 0; chain < state->chains; chain++) {
    state->at[chain] = make_chain(state->memory + chain * part, part, 64, true);
    if (state->at[chain] == nullptr) return lodestone_fail(task, "no memory");
  }
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    follow(state, state->chains);
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  for (unsigned chain = 0; chain < state->chains; chain++) {
    const char* at = reinterpret_cast<char*>(state->at[chain]);
    if (at < state->memory || at >= state->memory + state->size)
      return lodestone_fail(task, "a chain left its memory");
  }
  const double one = least_of_tries(20, [state] { follow(state, 1); });
  const double all = least_of_tries(20, [state] { follow(state, state->chains); });
  lodestone_report(task, "speedup", one * state->chains / all);
  return 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  munmap(state->memory, state->size);
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"size", "64m", "bytes of all chains"}, {"chains", "4", "independent chains, 1 to 16"}, {}};

constexpr lodestone_quantity quantities[] = {{"speedup", "ratio", LODESTONE_HIGHER, "share"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, mem_parallel) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/mem_parallel",
    .title = "Memory parallelism",
    .operation = "100 loads in each of CHAINS independent chains of pointers",
    .meaning = "time of a load when CHAINS misses may overlap; speedup against one chain",
    .counterpart = "lmbench par_mem",
    .exercises = "user-space memory cache",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e7,
    .unit = "ns",
    .units = "chains",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
