// SPDX-License-Identifier: GPL-2.0-or-later
// Test-and-set lock: every waiter spins on the lock word. One unit: taking the lock, changing the
// protected words, leaving. The rate is of one task; handover_share is the share of entries after
// another task. With more runnable tasks than CPUs a holder or a waiter that loses its CPU stalls
// the rest: such numbers are of the scheduler, not of the lock.
#include "workload/lock/tas_lock.h"
#include "workload/support/contest.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int prepare(lodestone_task* task) {
  return prepare_contest(task, 4);
}

constexpr lodestone_parameter_declaration parameters[] = {
    LODESTONE_CONTEST_PARAMETERS("not used: there is one word"), {}};

constexpr lodestone_quantity quantities[] = {LODESTONE_CONTEST_QUANTITIES, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lock, tas) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lock/tas",
    .title = "Test-and-set lock",
    .operation = "take the lock, change the protected words, leave",
    .meaning = "throughput of one word that all tasks want; unfair by nature",
    .counterpart = "none measured elsewhere; the simplest of spin locks",
    .exercises = "user-space lock false-sharing",
    .note = "work of our own, not copied from a kernel",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .parameters = lodestone::parameters,
    .quantities = lodestone::quantities,
    .prepare = lodestone::prepare,
    .setup = lodestone::join_contest,
    .run = lodestone::run_contest<lodestone::TasLock>,
    .verify = lodestone::verify_contest<lodestone::TasLock>,
    .teardown = lodestone::leave_contest,
    .cleanup = lodestone::end_contest,
};
