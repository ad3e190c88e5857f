/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of a workload program; the tool writes them, so a wrong one is only named and
 * refused. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workload/runner/runner.h"

/* "0,2,1,3": a CPU a task; "0+4,1+5": a set of CPUs a task. */
static int parse_cpus(char* text, struct runner_options* options) {
  for (char *save, *set = strtok_r(text, ",", &save); set; set = strtok_r(NULL, ",", &save)) {
    for (char *rest, *cpu = strtok_r(set, "+", &rest); cpu; cpu = strtok_r(NULL, "+", &rest)) {
      if (options->cpus == runner_cpus) return -1;
      options->set_of_cpu[options->cpus] = options->sets;
      options->cpu[options->cpus++] = atoi(cpu);
    }
    options->sets++;
  }
  return options->sets ? 0 : -1;
}

int runner_parse(int argc, char** argv, struct runner_options* options) {
  *options = (struct runner_options){.tasks = 1,
                                     .window_ns = 1000000,
                                     .windows = 100,
                                     .output = 1,
                                     .directory = ".",
                                     .program = argv[0]};
  for (int i = 1; i < argc; i++) {
    char* name = argv[i];
    if (strcmp(name, "--threads") == 0) {
      options->threads = 1;
      continue;
    }
    if (strcmp(name, "--calibrate") == 0) {
      options->calibrate = 1;
      continue;
    }
    if (strcmp(name, "--wait-for-go") == 0) {
      options->wait_for_go = 1;
      continue;
    }
    if (strcmp(name, "--marks") == 0) {
      options->marks = 1;
      continue;
    }
    char* value = i + 1 < argc ? argv[++i] : NULL;
    if (!value) return fprintf(stderr, "%s needs a value\n", name), 2;
    if (strcmp(name, "--tasks") == 0)
      options->tasks = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "--nanoseconds") == 0)
      options->seconds_ns = strtoll(value, NULL, 10);
    else if (strcmp(name, "--window") == 0)
      options->window_ns = strtoll(value, NULL, 10);
    else if (strcmp(name, "--windows") == 0)
      options->windows = strtoull(value, NULL, 10);
    else if (strcmp(name, "--operations") == 0)
      options->operations = strtoull(value, NULL, 10);
    else if (strcmp(name, "--warm-up") == 0)
      options->warm_up_ns = strtoll(value, NULL, 10);
    else if (strcmp(name, "--output") == 0)
      options->output = atoi(value);
    else if (strcmp(name, "--directory") == 0)
      options->directory = value;
    else if (strcmp(name, "--begin-on") == 0)
      options->begin_on = 1 + (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "--cpus") == 0) {
      if (parse_cpus(value, options)) return 2;
    } else if (strcmp(name, "--parameter") == 0) {
      char* equals = strchr(value, '=');
      if (!equals || options->parameters == runner_parameters)
        return fprintf(stderr, "bad parameter %s\n", value), 2;
      *equals = 0;
      options->parameter[options->parameters][0] = value;
      options->parameter[options->parameters++][1] = equals + 1;
    } else {
      return fprintf(stderr, "unknown option %s; this program is run by lodestone\n", name), 2;
    }
  }
  if (options->tasks < 1 || options->windows < 2 || options->window_ns < 1000)
    return fprintf(stderr, "tasks, windows or window length out of range\n"), 2;
  if (options->seconds_ns) options->windows &= ~1ULL; /* joined in pairs when full */
  return 0;
}
