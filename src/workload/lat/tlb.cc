// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a hundred dependent loads round a random chain with one line in each of PAGES pages of
// 4 KiB. The number is one load; penalty is how many times slower it is than a chain over as many
// neighbouring lines (same cache, one TLB entry for 64 of them), measured in tries after the pass.
// A sweep over PAGES shows the sizes of the TLB; huge pages are refused (MADV_NOHUGEPAGE).
#include <stdlib.h>

#include "workload/support/chain.h"
#include "workload/support/files.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  char *spread, *dense;
  size_t bytes;
  void **at, **dense_at;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long pages = lodestone_parameter_number(task, "pages");
  if (state == nullptr || pages < 2 || pages > (1 << 22))
    return lodestone_fail(task, "pages must be 2 to 4194304");
  state->bytes = static_cast<size_t>(pages) * 4096;
  void* memory =
      mmap(nullptr, state->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return lodestone_fail(task, "cannot get %lld pages: %m", pages);
  state->spread = static_cast<char*>(memory);
  madvise(memory, state->bytes, MADV_NOHUGEPAGE);
  state->dense = make_memory(static_cast<size_t>(pages) * 64);
  if (state->dense == nullptr) return lodestone_fail(task, "no memory: %m");
  // One line further in each page: the lines of the chain spread over the cache's sets as the dense
  // ones do.
  state->at = make_chain(state->spread, state->bytes, 4096, true, 64);
  state->dense_at = make_chain(state->dense, static_cast<size_t>(pages) * 64, 64, true);
  task->state = state;
  return state->at == nullptr || state->dense_at == nullptr ? lodestone_fail(task, "no memory") : 0;
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
  const double spread = least_of_tries(50, [state] { state->at = follow_hundred(state->at); });
  const double dense =
      least_of_tries(50, [state] { state->dense_at = follow_hundred(state->dense_at); });
  if (dense <= 0) return lodestone_fail(task, "the chain took no time");
  lodestone_report(task, "penalty", spread / dense);
  return 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  munmap(state->spread, state->bytes);
  munmap(state->dense, state->bytes / 64);
}

constexpr lodestone_parameter_declaration parameters[] = {{"pages", "1024", "pages of 4 KiB"}, {}};

constexpr lodestone_quantity quantities[] = {{"penalty", "ratio", LODESTONE_LOWER, "share"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, tlb) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/tlb",
    .title = "TLB",
    .operation = "100 dependent loads round a random chain over PAGES pages",
    .meaning = "latency of a load, address translation included; penalty is that of translation",
    .counterpart = "lmbench tlb",
    .exercises = "user-space memory tlb",
    .note = "reports the penalty at each size instead of one guessed size",
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
