// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: fork(), _exit(0) in the child, waitpid() in the parent. The cost follows the size of
// the forking image, which is why this program is small C-level code of its own.
#include <sys/wait.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

bool failed;

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations && !failed; i++) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return failed ? lodestone_fail(task, "a child could not be started or did not end with 0") : 0;
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, fork) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/fork",
    .title = "Process fork+exit",
    .operation = "fork, _exit in the child, waitpid",
    .meaning = "process creation and removal of a small image",
    .counterpart = "lmbench lat_proc fork",
    .exercises = "fork exit wait4 copy-on-write",
    .note = "a child that fails to start or to end with 0 fails the run",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .run = lodestone::run,
    .verify = lodestone::verify,
};
