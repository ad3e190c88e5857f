// SPDX-License-Identifier: GPL-2.0-or-later
// A program that replaces itself by itself, over and over, in one process.
#include "workload/unixbench/companion.h"

namespace {

companion image;

int setup(lodestone_task* task) {
  return companion_start(task, "execl-image", &image);
}
void run(lodestone_task* task, uint64_t operations) {
  companion_run(task, &image, operations);
}
void teardown(lodestone_task*) {
  companion_stop(&image);
}

}  // namespace

LODESTONE_WORKLOAD(unixbench, execl) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/execl",
    .title = "Execl Throughput",
    .operation = "execl() of the same 24 kB dynamic program, five arguments, in one process",
    .meaning =
        "cost of replacing a small image; most of the 29 system calls are the dynamic loader's",
    .counterpart = "UnixBench execl",
    .exercises = "execve mmap mprotect openat page-fault loader",
    .note = "timed by the harness, not by whole seconds",
    .flags = LODESTONE_PROCESSES | LODESTONE_COARSE,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
