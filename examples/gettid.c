/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A workload of your own (docs/adding-a-workload.md). Build and run it:
 *
 *   cc -O2 -shared -fPIC -o gettid.so gettid.c
 *   lodestone run --plugin ./gettid.so
 *
 * One unit of work is one gettid(). The number is what entering and leaving the kernel costs; it
 * says nothing of any subsystem.
 */
#include <sys/syscall.h>
#include <unistd.h>

#include <lodestone/plugin.h>

static long last;

static void run(struct lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    last = syscall(SYS_gettid);
    lodestone_count(task, 1);
  }
}

/* A run whose check fails has no result. */
static int verify(struct lodestone_task* task) {
  return last > 0 ? 0 : lodestone_fail(task, "gettid() gave %ld", last);
}

LODESTONE_PLUGIN = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "example/gettid",
    .title = "gettid",
    .operation = "gettid()",
    .meaning = "cost of entering and leaving the kernel; no subsystem",
    .counterpart = "",
    .exercises = "gettid syscall-entry",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e9,
    .unit = "ns",
    .run = run,
    .verify = verify,
};
