/* SPDX-License-Identifier: GPL-2.0-or-later */
/* main() of the program that runs a plug-in: --plugin FILE.so, then the options of every workload
 * program. The harness's functions are exported to the plug-in. */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "workload/runner/runner.h"

int main(int argc, char** argv) {
  static struct runner_options options;
  if (argc < 3 || strcmp(argv[1], "--plugin") != 0)
    return fprintf(stderr,
                   "the first option is --plugin FILE.so; this program is run by lodestone\n"),
           2;
  void* library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  const struct lodestone_workload* workload = dlsym(library, "lodestone_plugin");
  if (!workload || workload->version != LODESTONE_WORKLOAD_VERSION)
    return fprintf(stderr, "%s is no plug-in of this version\n", argv[2]), 2;
  argv[2] = argv[0];
  const int problem = runner_parse(argc - 2, argv + 2, &options);
  if (problem) return problem;
  signal(SIGPIPE, SIG_IGN);
  return runner_main(workload, &options);
}
