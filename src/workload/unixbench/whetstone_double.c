/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Double-precision Whetstone: 83 to 86 % of its time is libm's sin, cos, atan, exp and log. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "workload/unixbench/whetstone_result.h"
#include "workload/workload.h"

static int like, old;
static double own_seconds, own_operations;

static double wall_clock(void) {
  struct timeval time;
  gettimeofday(&time, NULL);
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static double user_clock(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

static int setup(struct lodestone_task* task) {
  like = strncmp(lodestone_parameter(task, "like"), "unixbench", 9) == 0;
  old = strcmp(lodestone_parameter(task, "like"), "unixbench-5.1.3") == 0;
  return 0;
}

static void run(struct lodestone_task* task, uint64_t operations) {
  struct whetstone_result result;
  if (!like) {
    whetstone_o3((long)operations, 1, NULL, &result);
  } else {
    /* The original's clock: sections summed, N1 run ten times as long and its time divided by ten.
     */
    (old ? whetstone_o2 : whetstone_o3)((long)operations, 10, old ? user_clock : wall_clock,
                                        &result);
    result.seconds[0] /= 10;
    for (int i = 0; i < 8; i++) own_seconds += result.seconds[i];
    own_operations += (double)operations;
  }
  lodestone_count(task, operations);
}

static int verify(struct lodestone_task* task) {
  /* Printed by the original for one pass. */
  static const double expected[8] = {-1.12398255667, -1.12187079889, 1, 12,
                                     0.49902937282,  0.99999987891,  3, 0.75100163018};
  struct whetstone_result result;
  (old ? whetstone_o2 : whetstone_o3)(1, 10, NULL, &result);
  for (int i = 0; i < 8; i++)
    if (fabs(result.value[i] - expected[i]) > 2e-11 * (1 + fabs(expected[i])))
      return lodestone_fail(task, "section N%d gave %.12g instead of %.12g", i + 1, result.value[i],
                            expected[i]);
  if (own_operations > 0)
    lodestone_report(task, "seconds_per_operation", own_seconds / own_operations);
  return 0;
}

LODESTONE_WORKLOAD(unixbench, whetstone_double) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/whetstone-double",
    .title = "Double-Precision Whetstone",
    .operation =
        "eight sections of floating-point and integer loops, 100 times the classic weight: 10 "
        "million Whetstone "
        "instructions",
    .meaning = "speed of libm and of the compiler's floating-point code; no system call",
    .counterpart = "UnixBench whetstone-double",
    .exercises = "cpu libm",
    .note =
        "section N1 runs a tenth of the original's turns instead of having its time divided by "
        "ten; compilers remove "
        "section N4 and most of N3, here as there; like UnixBench 5.1.3 the clock is user CPU time",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_RATE,
    .scale = 10,
    .unit = "MWIPS",
    .setup = setup,
    .run = run,
    .verify = verify,
};
