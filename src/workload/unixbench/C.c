/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The system's C compiler turns a small file into a program. */
#include "workload/unixbench/looper.h"

static char gcc_name[] = "gcc", gcc_file[] = "cctest.c";
static struct looper looper = {{gcc_name, gcc_file, NULL}, -1, 0, NULL, 0};

static int setup(struct lodestone_task* task) {
  const int like = strncmp(lodestone_parameter(task, "like"), "unixbench", 9) == 0;
  looper.silent = like;
  return looper_enter(task) != 0
             ? -1
             : looper_copy(task, like ? "cctest-before-ansi.c" : gcc_file, gcc_file, 0644);
}

static void run(struct lodestone_task* task, uint64_t operations) {
  looper_run(task, &looper, operations);
}

static int verify(struct lodestone_task* task) {
  return access("a.out", X_OK) == 0 ? 0 : lodestone_fail(task, "the compiler made no a.out");
}

LODESTONE_WORKLOAD(unixbench, C) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/C",
    .title = "C Compiler Throughput (gcc)",
    .operation = "gcc without options compiles and links a C file of 3.6 kB",
    .meaning =
        "cost of the compiler, the assembler and the linker: three large programs started for "
        "little work",
    .counterpart = "UnixBench C",
    .exercises = "clone vfork execve wait4 page-fault filesystem",
    .note =
        "the file is standard C; the original's is older than the standard, and every compiler "
        "that warns of it ends the run, "
        "as under --like unixbench-6.0.0",
    .flags = LODESTONE_PROCESSES | LODESTONE_NO_GUEST | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 60,
    .unit = "lpm",
    .guest_reason = "the guest has no compiler",
    .setup = setup,
    .run = run,
    .verify = verify,
};
