/* SPDX-License-Identifier: GPL-2.0-or-later */
/* main() of a workload program. RUNNER_WORKLOAD is its workload: a symbol that the linker is told (--defsym). */
#include <signal.h>

#include "workload/runner/runner.h"

extern const struct lodestone_workload RUNNER_WORKLOAD;

int main(int argc, char** argv) {
  static struct runner_options
      options; /* 16 KiB of CPU numbers: kept off the stack that tasks copy */
  const int problem = runner_parse(argc, argv, &options);
  if (problem) return problem;
  signal(SIGPIPE, SIG_IGN);
  return runner_main(&RUNNER_WORKLOAD, &options);
}
