// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a FUTEX_WAIT with a value that is not the word's, over FUTEXES words in turn: the
// lookup in the kernel's hash table and the return with EAGAIN; nobody waits.
#include <stdlib.h>

#include "workload/support/files.h"
#include "workload/support/futex.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  uint32_t* words;
  unsigned count;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long count = lodestone_parameter_number(task, "futexes");
  if (state == nullptr || count < 1 || count > (1 << 24))
    return lodestone_fail(task, "futexes must be 1 to 16777216");
  state->count = static_cast<unsigned>(count);
  state->words = static_cast<uint32_t*>(calloc(state->count, sizeof(uint32_t)));
  task->state = state;
  return state->words == nullptr ? lodestone_fail(task, "no memory") : 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  unsigned at = 0;
  for (uint64_t i = 0; i < operations; i++) {
    if (futex(&state->words[at], FUTEX_WAIT_PRIVATE, 1234) == 0 || errno != EAGAIN)
      return static_cast<void>(lodestone_fail(task, "FUTEX_WAIT did not refuse: %m"));
    at = at + 1 == state->count ? 0 : at + 1;
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  free(static_cast<State*>(task->state)->words);
  free(task->state);
}

constexpr lodestone_parameter_declaration parameters[] = {{"futexes", "1024", "words of a task"},
                                                          {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, futex_hash) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/futex_hash",
    .title = "futex hash",
    .operation = "FUTEX_WAIT with a wrong value on one of FUTEXES words",
    .meaning = "lookup in the futex hash table; nobody waits",
    .counterpart = "perf bench futex hash",
    .exercises = "futex",
    .note = "warmed up, pinned and repeated by the harness",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
