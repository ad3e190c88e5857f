/* SPDX-License-Identifier: GPL-2.0-or-later */
/* main() of a workload program with a planted slowdown: after each batch it turns an empty loop
 * LODESTONE_PLANTED_TURNS times for every thousand operations. Both arms run this same program and
 * differ by that number alone, so that what is planted is known and nothing else differs. */
#include <signal.h>
#include <stdlib.h>

#include "workload/runner/runner.h"

extern const struct lodestone_workload RUNNER_WORKLOAD;

static unsigned long long turns;

static void run(struct lodestone_task* task, uint64_t operations) {
  RUNNER_WORKLOAD.run(task, operations);
  for (unsigned long long left = operations * turns / 1000; left > 0; left--)
    __asm__ volatile("" ::: "memory");
}

int main(int argc, char** argv) {
  static struct runner_options options;
  static struct lodestone_workload workload;
  const char* text = getenv("LODESTONE_PLANTED_TURNS");
  if (text) turns = strtoull(text, NULL, 10);
  workload = RUNNER_WORKLOAD;
  workload.run = run;
  const int problem = runner_parse(argc, argv, &options);
  if (problem) return problem;
  signal(SIGPIPE, SIG_IGN);
  return runner_main(&workload, &options);
}
