// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is fallocate of the next 8192 bytes of the task's own file; every 128th is followed
// by ftruncate to nothing, so the file never holds more than 1 MiB. The file lies in /dev/shm,
// where a page costs no block of a disk; without that folder a memfd stands in (the same shmem
// code). It loads the page allocator without copies from user space.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

constexpr off_t step = 8192, size = 1 << 20;

// An unlinked file on tmpfs.
int memory_file(lodestone_task* task) {
  char name[] = "/dev/shm/lodestone.XXXXXX";
  int fd = mkstemp(name);
  if (fd >= 0) {
    unlink(name);
    return fd;
  }
  fd = static_cast<int>(syscall(SYS_memfd_create, "lodestone", 0));
  return fd >= 0 ? fd : lodestone_skip(task, "no /dev/shm and no memfd: %m");
}

struct State {
  int fd;
  off_t offset;
};

State* state_of(lodestone_task* task) {
  return static_cast<State*>(task->state);
}

int setup(lodestone_task* task) {
  State* const state = new_state<State>(task);
  if (state == nullptr) return -1;
  state->fd = memory_file(task);
  if (state->fd < 0) return -1;
  if (fallocate(state->fd, 0, 0, step) != 0)
    return lodestone_skip(task, "fallocate on this file system: %m");
  if (ftruncate(state->fd, 0) != 0) return lodestone_fail(task, "ftruncate: %m");
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  State* const state = state_of(task);
  const int fd = state->fd;
  off_t offset = state->offset;
  for (uint64_t done = 0; done < operations; ++done) {
    if (fallocate(fd, 0, offset, step) != 0) {
      lodestone_fail(task, "fallocate: %m");
      return;
    }
    offset += step;
    if (offset == size) {
      if (ftruncate(fd, 0) != 0) {
        lodestone_fail(task, "ftruncate: %m");
        return;
      }
      offset = 0;
    }
    lodestone_count(task, 1);
  }
  state->offset = offset;
}

int verify(lodestone_task* task) {
  State* const state = state_of(task);
  if (lseek(state->fd, 0, SEEK_END) != state->offset)
    return lodestone_fail(task, "size of the file");
  return 0;
}

void teardown(lodestone_task* task) {
  State* const state = state_of(task);
  close(state->fd);
  free(state);
}

}  // namespace

LODESTONE_WORKLOAD(scale, fallocate1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/fallocate1",
    .title = "fallocate of two pages, tmpfs",
    .operation =
        "fallocate of the next 8192 bytes of the task's own file; every 128th is followed by "
        "ftruncate to nothing, so the file never holds more than 1 MiB",
    .meaning = "page allocator and shmem page insertion without copies",
    .counterpart = "will-it-scale fallocate1",
    .exercises = "fallocate ftruncate shmem page-allocator",
    .note = "uses a memfd where /dev/shm is missing",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
