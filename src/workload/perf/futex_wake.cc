// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: WAITERS processes wait on one futex and are woken one at a time. The number is the
// whole round, their coming back included; waking_time is that of waking all.
#include "workload/support/crowd.h"
#include "workload/support/tries.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

bool wake_all(Crowd* crowd) {
  Patience patience;
  for (uint32_t woken = 0; woken < crowd->size;) {
    const long now = futex(&crowd->place->word, FUTEX_WAKE, 1);
    if (now < 0 || (now == 0 && !patience.wait())) return false;
    woken += static_cast<uint32_t>(now);
  }
  return true;
}

int setup(lodestone_task* task) {
  return make_crowd(task);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* crowd = static_cast<Crowd*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!gather(crowd))
      return static_cast<void>(lodestone_fail(task, "the waiters did not come back in 10 s"));
    const double start = now_in_ns();
    if (!wake_all(crowd))
      return static_cast<void>(lodestone_fail(task, "a waiter was not woken in 10 s"));
    crowd->waking_ns += now_in_ns() - start;
    crowd->rounds++;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* crowd = static_cast<Crowd*>(task->state);
  lodestone_report(task, "waking_time",
                   crowd->waking_ns / static_cast<double>(crowd->rounds) * 1e-3);
  return 0;
}

void teardown(lodestone_task* task) {
  end_crowd(task);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"waiters", "4", "processes that wait"}, LODESTONE_PARTNER_CPU, {}};

constexpr lodestone_quantity quantities[] = {{"waking_time", "us", LODESTONE_LOWER, "time"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, futex_wake) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/futex_wake",
    .title = "futex wake",
    .operation = "WAITERS waiters gather on a futex and are woken one at a time",
    .meaning = "waking of futex waiters",
    .counterpart = "perf bench futex wake",
    .exercises = "futex context-switch",
    .note = "nobody sleeps a fixed time to let waiters block: a round starts when all are there",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
