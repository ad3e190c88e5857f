// SPDX-License-Identifier: GPL-2.0-or-later
// fork, exec of /bin/true and wait, from a tiny image.
#include "workload/unixbench/companion.h"

namespace {

companion image;

int setup(lodestone_task* task) {
  return companion_start(task, "sysexec-image", &image);
}
void run(lodestone_task* task, uint64_t operations) {
  companion_run(task, &image, operations);
}
void teardown(lodestone_task*) {
  companion_stop(&image);
}

}  // namespace

LODESTONE_WORKLOAD(unixbench, sysexec) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/sysexec",
    .title = "Exec System Call Overhead",
    .operation = "fork(), execl(\"/bin/true\") in the child, waitpid() in the parent",
    .meaning =
        "cost of starting and ending the smallest program, the dynamic loader's work included",
    .counterpart = "UnixBench sysexec",
    .exercises = "clone execve wait4 mm page-fault loader",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_COARSE,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
