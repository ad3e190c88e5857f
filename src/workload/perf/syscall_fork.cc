// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: fork, exit, wait. A child that does not end with 0 fails the run.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      return static_cast<void>(lodestone_fail(task, "a child did not start or end with 0"));
    lodestone_count(task, 1);
  }
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, syscall_fork) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/syscall_fork",
    .title = "syscall fork",
    .operation = "fork, exit, wait",
    .meaning = "process creation and removal of a small image",
    .counterpart = "perf bench syscall fork",
    .exercises = "fork exit wait4",
    .note =
        "divides by what was run (the original runs one more); warmed up, pinned and repeated by "
        "the harness",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .run = lodestone::run,
};
