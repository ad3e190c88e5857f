// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is lock and unlock of one mutex that all tasks share: contended, so tasks sleep and
// wake through futex calls. In process mode the mutex lies in shared memory and is process-shared;
// with like=will-it-scale each process has its own, as in the original, which is contended in
// thread mode only.
#include <pthread.h>
#include <sys/mman.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

struct Common {
  pthread_mutex_t mutex;
};

Common* common;

int prepare(lodestone_task* task) {
  const bool shared = !task->threads && !like_original(task);
  void* memory = mmap(nullptr, sizeof(Common), PROT_READ | PROT_WRITE,
                      (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return lodestone_fail(task, "mmap: %m");
  common = static_cast<Common*>(memory);
  pthread_mutexattr_t attributes;
  if (pthread_mutexattr_init(&attributes) != 0 ||
      pthread_mutexattr_setpshared(
          &attributes, shared ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE) != 0 ||
      pthread_mutex_init(&common->mutex, &attributes) != 0)
    return lodestone_fail(task, "cannot make the mutex");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  pthread_mutex_t* const mutex = &common->mutex;
  for (uint64_t done = 0; done < operations; ++done) {
    if (pthread_mutex_lock(mutex) != 0) {
      lodestone_fail(task, "pthread_mutex_lock");
      return;
    }
    if (pthread_mutex_unlock(mutex) != 0) {
      lodestone_fail(task, "pthread_mutex_unlock");
      return;
    }
    lodestone_count(task, 1);
  }
}

void cleanup(lodestone_task*) {
  munmap(common, sizeof(Common));
}

}  // namespace

LODESTONE_WORKLOAD(scale, pthread_mutex1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/pthread_mutex1",
    .title = "mutex lock and unlock, one mutex for all",
    .operation = "lock and unlock of one mutex that all tasks share",
    .meaning = "hand-over of one mutex between tasks, spinning never, sleeping through futex",
    .counterpart = "will-it-scale pthread_mutex1",
    .exercises = "C-library futex scheduler",
    .note =
        "processes share the mutex; like=will-it-scale gives each process its own, never contended",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .prepare = prepare,
    .run = run,
    .cleanup = cleanup,
};
