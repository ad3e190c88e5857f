// SPDX-License-Identifier: GPL-2.0-or-later
// Queue of optimistic spinners whose nodes keep the CPU number plus one, as the kernel's osq does.
// read_cpu=1 reads the predecessor's number in the spin loop, the argument of vcpu_is_preempted().
// One unit: taking the lock, changing the protected words, leaving. The rate is of one task;
// handover_share is the share of entries after another task. With more runnable tasks than CPUs a
// holder or a waiter that loses its CPU stalls the rest: such numbers are of the scheduler, not of
// the lock.
#include "workload/lock/osq_lock.h"
#include "workload/support/contest.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int prepare(lodestone_task* task) {
  if (prepare_contest(task, 24) != 0) return -1;
  static_cast<Contest*>(task->shared)->space.read_cpu =
      lodestone_parameter_number(task, "read_cpu") != 0;
  return 0;
}

constexpr lodestone_parameter_declaration parameters[] = {
    LODESTONE_CONTEST_PARAMETERS("bytes between the nodes of neighbouring tasks"),
    {"read_cpu", "0", "1: read the CPU number of the predecessor in each turn of the spin loop"},
    {}};

constexpr lodestone_quantity quantities[] = {LODESTONE_CONTEST_QUANTITIES, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lock, osq) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lock/osq",
    .title = "Optimistic spin queue",
    .operation = "take the lock, change the protected words, leave",
    .meaning =
        "throughput of the queue; read_cpu and distance show what the extra read and the layout "
        "cost here",
    .counterpart = "none measured elsewhere; the kernel's own is kernel/locking/osq_lock.c",
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
    .run = lodestone::run_contest<lodestone::OsqLock>,
    .verify = lodestone::verify_contest<lodestone::OsqLock>,
    .teardown = lodestone::leave_contest,
    .cleanup = lodestone::end_contest,
};
