// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: read(1 byte) of /dev/zero. A call that fails ends the run without a result; the
// original goes on timing the error path.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fd;
  bool failed;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->fd = open("/dev/zero", O_RDONLY);
  if (state->fd < 0) {
    free(state);
    return lodestone_skip(task, "cannot open /dev/zero: %m");
  }
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  char byte = 0;
  for (uint64_t i = 0; i < operations; i++) {
    if (read(state->fd, &byte, 1) != 1) state->failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return static_cast<State*>(task->state)->failed ? lodestone_fail(task, "read failed") : 0;
}

void teardown(lodestone_task* task) {
  close(static_cast<State*>(task->state)->fd);
  free(task->state);
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, read) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/read",
    .title = "Simple read",
    .operation = "read(1 byte) of /dev/zero",
    .meaning = "entry, descriptor lookup, the VFS read path and a one-byte copy; no file system",
    .counterpart = "lmbench lat_syscall read",
    .exercises = "read vfs",
    .note = "a failing call fails the run",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
