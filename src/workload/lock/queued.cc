// SPDX-License-Identifier: GPL-2.0-or-later
// A lock in one 32-bit word with a pending bit and a queue behind it, like the kernel's queued
// spinlock. With two tasks only the word is used. One unit: taking the lock, changing the
// protected words, leaving. The rate is of one task; handover_share is the share of entries after
// another task. With more runnable tasks than CPUs a holder or a waiter that loses its CPU stalls
// the rest: such numbers are of the scheduler, not of the lock.
#include "workload/lock/queued_lock.h"
#include "workload/support/contest.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int prepare(lodestone_task* task) {
  return prepare_contest(task, 24);
}

constexpr lodestone_parameter_declaration parameters[] = {
    LODESTONE_CONTEST_PARAMETERS("bytes between the nodes of neighbouring tasks"), {}};

constexpr lodestone_quantity quantities[] = {LODESTONE_CONTEST_QUANTITIES, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lock, queued) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lock/queued",
    .title = "Queued spinlock",
    .operation = "take the lock, change the protected words, leave",
    .meaning = "throughput of a compact fair lock; nodes matter from three tasks on",
    .counterpart = "none measured elsewhere; the kernel's own is kernel/locking/qspinlock.c",
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
    .run = lodestone::run_contest<lodestone::QueuedLock>,
    .verify = lodestone::verify_contest<lodestone::QueuedLock>,
    .teardown = lodestone::leave_contest,
    .cleanup = lodestone::end_contest,
};
