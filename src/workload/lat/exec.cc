// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: fork(), execve() of a small program with its standard output closed, waitpid(). The
// program is the system's /bin/true (the original uses a small one of its own): its loader and
// libc are part of the cost.
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
      char* arguments[] = {path, nullptr};
      char* environment[] = {nullptr};
      execve(path, arguments, environment);
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

LODESTONE_WORKLOAD(lat, exec) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/exec",
    .title = "Process fork+execve",
    .operation = "fork, execve of a small program, waitpid",
    .meaning = "process creation, exec and dynamic loading",
    .counterpart = "lmbench lat_proc exec",
    .exercises = "fork execve exit wait4 page-fault",
    .note = "a child that fails to start or to end with 0 fails the run",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
};
