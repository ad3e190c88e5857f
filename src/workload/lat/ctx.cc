// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a token of 4 bytes once round a ring of PROCESSES processes joined by pipes; each sums
// its own SIZE bytes before it passes the token on. The main number is the time of a hop, pipe and
// summing included. overhead_time is such a hop within one process (pipe and warm buffer, no
// switch), switch_time the difference, both measured in tries after the pass: what the original
// prints. A difference of noisy times may be negative; it is not cut.
#include <unistd.h>

#include "workload/support/ring.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

// Takes the token, sends it round, and waits until it is back (poll would cost a call more).
bool go_round(Ring* state) {
  const int last = static_cast<int>(state->processes) - 1;
  return pass_on(state, state->pipes[last][0], state->pipes[0][1]);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<Ring*>(task->state);
  for (uint64_t i = 0; i < operations && !state->failed; i++) {
    if (!go_round(state)) state->failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* state = static_cast<Ring*>(task->state);
  if (state->failed) return lodestone_fail(task, "a process of the ring ended");
  const double hop = median_of_tries(50, [state] { go_round(state); }) / state->processes;
  const int token = 1;
  if (write(state->own[1], &token, sizeof token) != sizeof token) return -1;
  const double overhead =
      median_of_tries(50, [state] { pass_on(state, state->own[0], state->own[1]); });
  lodestone_report(task, "overhead_time", overhead * 1e-3);
  lodestone_report(task, "switch_time", (hop - overhead) * 1e-3);
  return 0;
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"processes", "2", "processes in the ring"},
    {"size", "0", "bytes that each sums before passing on"},
    LODESTONE_PARTNER_CPU,
    {}};

constexpr lodestone_quantity quantities[] = {{"overhead_time", "us", LODESTONE_LOWER, "time"},
                                             {"switch_time", "us", LODESTONE_LOWER, "time"},
                                             {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, ctx) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/ctx",
    .title = "Context switching",
    .operation =
        "a token of 4 bytes once round a ring of PROCESSES processes that each sum SIZE bytes",
    .meaning = "time of a hop: a switch, a pipe and the refill of caches",
    .counterpart = "lmbench lat_ctx",
    .exercises = "pipe read write context-switch",
    .note = "main number with overhead; switch_time is less the hop within one process",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .units = "processes",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::make_ring,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::end_ring,
};
