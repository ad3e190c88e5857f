/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shell tests: multi.sh starts N instances of tst.sh over an 8,546-byte text. */
#ifndef LODESTONE_UNIXBENCH_SHELL_H
#define LODESTONE_UNIXBENCH_SHELL_H

#include "workload/unixbench/looper.h"

static char shell_script[] = "./multi.sh";
static char shell_count[8];
static struct looper shell_looper = {{shell_script, shell_count, NULL}, -1, 0, NULL, 0};

static inline int shell_setup(struct lodestone_task* task, int instances) {
  const int old = strcmp(lodestone_parameter(task, "like"), "unixbench-5.1.3") == 0;
  snprintf(shell_count, sizeof shell_count, "%d", instances);
  if (looper_enter(task) != 0 || looper_copy(task, "sort.src", "sort.src", 0644) != 0 ||
      looper_copy(task, "tst.sh", "tst.sh", 0755) != 0)
    return -1;
  return looper_copy(task, old ? "multi-5.1.3.sh" : "multi.sh", "multi.sh", 0755);
}

/* What a run must leave behind is nothing: no complaint and no file of tst.sh. */
static inline int shell_verify(struct lodestone_task* task) {
  char text[160];
  looper_complaint(text, sizeof text);
  return text[0] ? lodestone_fail(task, "the scripts complained: %s", text) : 0;
}

#define SHELL(symbol, instances)                                                                   \
  static int setup(struct lodestone_task* task) {                                                  \
    return shell_setup(task, instances);                                                           \
  }                                                                                                \
  static void run(struct lodestone_task* task, uint64_t operations) {                              \
    looper_run(task, &shell_looper, operations);                                                   \
  }                                                                                                \
  LODESTONE_WORKLOAD(unixbench, symbol) = {                                                        \
      .version = LODESTONE_WORKLOAD_VERSION,                                                       \
      .name = "unixbench/" #symbol,                                                                \
      .title = "Shell Scripts (" #instances " concurrent)",                                        \
      .operation = "a script that runs " #instances                                                \
                   " parallel scripts of sort, od, sort, grep, tee, wc and rm",                    \
      .meaning =                                                                                   \
          "cost of fork, exec, short pipes and small files with the system's own shell and tools", \
      .counterpart = "UnixBench " #symbol,                                                         \
      .exercises = "clone execve wait4 pipe filesystem page-fault scheduler",                      \
      .note =                                                                                      \
          "the text is our own, of the same size and statistics; the interval holds whole "        \
          "scripts only",                                                                          \
      .flags = LODESTONE_PROCESSES | LODESTONE_NO_GUEST | LODESTONE_NEEDS_FILES,                   \
      .value = LODESTONE_RATE,                                                                     \
      .scale = 60,                                                                                 \
      .unit = "lpm",                                                                               \
      .guest_reason = "the guest has no shell",                                                    \
      .setup = setup,                                                                              \
      .run = run,                                                                                  \
      .verify = shell_verify,                                                                      \
  }

#endif
