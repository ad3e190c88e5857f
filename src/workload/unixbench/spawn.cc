// SPDX-License-Identifier: GPL-2.0-or-later
// Process creation: fork, exit and wait of a program as small as a C program can be.
#include "workload/unixbench/companion.h"

namespace {

companion image;
bool alone;  // in the guest there is no companion: the task forks itself

int setup(lodestone_task* task) {
  alone = in_guest(task);
  return alone ? 0 : companion_start(task, "spawn-image", &image);
}

void run(lodestone_task* task, uint64_t operations) {
  if (!alone) return companion_run(task, &image, operations);
  for (uint64_t i = 0; i < operations; i++) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) _exit(0);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
      lodestone_fail(task, "cannot fork: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task*) {
  if (!alone) companion_stop(&image);
}

}  // namespace

LODESTONE_WORKLOAD(unixbench, spawn) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/spawn",
    .title = "Process Creation",
    .operation =
        "fork(), exit(0) in the child, wait() in the parent, from an image of 2 kB of text",
    .meaning =
        "cost of copying and tearing down a small address space; grows with the size of the "
        "forking program",
    .counterpart = "UnixBench spawn",
    .exercises = "clone exit_group wait4 mm scheduler",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_COARSE,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
