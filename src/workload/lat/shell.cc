// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: fork(), sh -c PROGRAM, waitpid(). The shell, which program it is, and the loading of
// both are most of the cost.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

bool failed;
char path[4096];

int setup(lodestone_task* task) {
  snprintf(path, sizeof path, "%s", lodestone_parameter(task, "program"));
  return access(path, X_OK) == 0 ? 0 : lodestone_skip(task, "cannot execute %s: %m", path);
}

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations && !failed; i++) {
    const pid_t child = fork();
    if (child == 0) {
      close(1);
      execlp("sh", "sh", "-c", path, static_cast<char*>(nullptr));
      _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return failed ? lodestone_fail(task, "a child could not be started or did not end with 0") : 0;
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"program", "/bin/true", "the program that is executed"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, shell) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/shell",
    .title = "Process fork+/bin/sh -c",
    .operation = "fork, sh -c PROGRAM, waitpid",
    .meaning = "process creation through the shell of this system",
    .counterpart = "lmbench lat_proc shell",
    .exercises = "fork execve exit wait4 page-fault shell",
    .note = "a child that fails to start or to end with 0 fails the run",
    .flags = LODESTONE_PROCESSES | LODESTONE_NO_GUEST,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .guest_reason = "runs the shell of the system",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
};
