// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: fork, execve of /bin/true, wait. A child that does not end with 0 fails the run.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  return access("/bin/true", X_OK) == 0 ? 0 : lodestone_skip(task, "cannot execute /bin/true: %m");
}

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    const pid_t child = fork();
    if (child == 0) {
      char program[] = "/bin/true";
      char* arguments[] = {program, nullptr};
      execve(program, arguments, nullptr);
      _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      return static_cast<void>(lodestone_fail(task, "a child did not start or end with 0"));
    lodestone_count(task, 1);
  }
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, syscall_execve) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/syscall_execve",
    .title = "syscall execve",
    .operation = "fork, execve of /bin/true, wait",
    .meaning = "process creation and removal of a small image",
    .counterpart = "perf bench syscall execve",
    .exercises = "fork execve exit wait4",
    .note =
        "divides by what was run (the original runs one more); warmed up, pinned and repeated by "
        "the harness",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .setup = lodestone::setup,
    .run = lodestone::run,
};
