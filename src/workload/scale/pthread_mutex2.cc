// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is lock and unlock of the task's own mutex: user space only, never contended.
#include <pthread.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

void run(lodestone_task* task, uint64_t operations) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (uint64_t done = 0; done < operations; ++done) {
    if (pthread_mutex_lock(&mutex) != 0 || pthread_mutex_unlock(&mutex) != 0) {
      lodestone_fail(task, "mutex");
      return;
    }
    lodestone_count(task, 1);
  }
}

}  // namespace

LODESTONE_WORKLOAD(scale, pthread_mutex2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/pthread_mutex2",
    .title = "mutex lock and unlock, own mutex",
    .operation = "lock and unlock of the task's own mutex",
    .meaning = "atomic operations of the C library; not the kernel",
    .counterpart = "will-it-scale pthread_mutex2",
    .exercises = "C-library",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .run = run,
};
