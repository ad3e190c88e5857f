// SPDX-License-Identifier: GPL-2.0-or-later
// Ticket lock: next ticket and ticket served are two words. One unit: taking the lock, changing
// the protected words, leaving. The rate is of one task; handover_share is the share of entries
// after another task. With more runnable tasks than CPUs a holder or a waiter that loses its CPU
// stalls the rest: such numbers are of the scheduler, not of the lock.
#include "workload/lock/ticket_lock.h"
#include "workload/support/contest.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int prepare(lodestone_task* task) {
  return prepare_contest(task, 4);
}

constexpr lodestone_parameter_declaration parameters[] = {
    LODESTONE_CONTEST_PARAMETERS("bytes between the two words"), {}};

constexpr lodestone_quantity quantities[] = {LODESTONE_CONTEST_QUANTITIES, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lock, ticket) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lock/ticket",
    .title = "Ticket lock",
    .operation = "take the lock, change the protected words, leave",
    .meaning = "throughput of a fair lock whose waiters share one word",
    .counterpart =
        "none measured elsewhere; the kernel's spin lock before 4.2, "
        "include/asm-generic/ticket_spinlock.h since",
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
    .run = lodestone::run_contest<lodestone::TicketLock>,
    .verify = lodestone::verify_contest<lodestone::TicketLock>,
    .teardown = lodestone::leave_contest,
    .cleanup = lodestone::end_contest,
};
