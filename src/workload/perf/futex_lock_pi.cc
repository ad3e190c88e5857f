// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: FUTEX_LOCK_PI and FUTEX_UNLOCK_PI of a word, by system call each time. own=0: all
// tasks want one word, as a contended priority-inheriting mutex; own=1: each task has its own.
// Nobody sleeps inside the lock (the original does, so its rate is that of the sleep).
#include <stdlib.h>

#include "workload/support/files.h"
#include "workload/support/futex.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int prepare(lodestone_task* task) {
  task->shared = make_shared_memory((task->tasks + 1) * 256ul);
  return task->shared == nullptr ? lodestone_fail(task, "no memory: %m") : 0;
}

uint32_t* word_of(lodestone_task* task) {
  const bool own = lodestone_parameter_number(task, "own") != 0;
  return reinterpret_cast<uint32_t*>(static_cast<char*>(task->shared) +
                                     (own ? task->index + 1 : 0) * 256ul);
}

int setup(lodestone_task* task) {
  uint32_t* word = word_of(task);
  if (futex(word, FUTEX_LOCK_PI, 0) != 0)
    return errno == ENOSYS ? lodestone_skip(task, "this kernel has no PI futexes")
                           : lodestone_fail(task, "FUTEX_LOCK_PI: %m");
  return futex(word, FUTEX_UNLOCK_PI, 0) == 0 ? 0 : lodestone_fail(task, "FUTEX_UNLOCK_PI: %m");
}

void run(lodestone_task* task, uint64_t operations) {
  uint32_t* word = word_of(task);
  for (uint64_t i = 0; i < operations; i++) {
    long result;
    while ((result = futex(word, FUTEX_LOCK_PI, 0)) != 0 && (errno == EAGAIN || errno == EINTR)) {
    }
    if (result != 0 || futex(word, FUTEX_UNLOCK_PI, 0) != 0)
      return static_cast<void>(lodestone_fail(task, "a PI futex call failed: %m"));
    lodestone_count(task, 1);
  }
}

void cleanup(lodestone_task* task) {
  munmap(task->shared, (task->tasks + 1) * 256ul);
}

constexpr lodestone_parameter_declaration parameters[] = {{"own", "0", "1: a word for each task"},
                                                          {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, futex_lock_pi) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/futex_lock_pi",
    .title = "futex lock-pi",
    .operation = "FUTEX_LOCK_PI and FUTEX_UNLOCK_PI of a word",
    .meaning = "priority-inheriting locks in the kernel",
    .counterpart = "perf bench futex lock-pi",
    .exercises = "futex rt-mutex",
    .note = "nobody sleeps inside the lock",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .parameters = lodestone::parameters,
    .prepare = lodestone::prepare,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .cleanup = lodestone::cleanup,
};
