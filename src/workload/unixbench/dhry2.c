/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dhrystone 2.1 without register declarations. */
#include <string.h>

#include "workload/unixbench/dhrystone.h"
#include "workload/workload.h"

static int o2; /* as UnixBench 5.1.3 was compiled */

static int setup(struct lodestone_task* task) {
  o2 = strcmp(lodestone_parameter(task, "like"), "unixbench-5.1.3") == 0;
  return (o2 ? dhry2_o2_prepare() : dhry2_o3_prepare()) == 0 ? 0
                                                             : lodestone_fail(task, "no memory");
}

static void run(struct lodestone_task* task, uint64_t operations) {
  const unsigned long before = o2 ? dhry2_o2_state().Run_Index : dhry2_o3_state().Run_Index;
  if (o2)
    dhry2_o2_passes(operations);
  else
    dhry2_o3_passes(operations);
  lodestone_count(task, (o2 ? dhry2_o2_state().Run_Index : dhry2_o3_state().Run_Index) - before);
}

static int verify(struct lodestone_task* task) {
  const struct dhrystone_state s = o2 ? dhry2_o2_state() : dhry2_o3_state();
  if (s.Int_1 != 5 || s.Int_2 != 13 || s.Int_3 != 7 || s.Int_Glob != 5 || s.Bool_Glob != 1 ||
      s.Ch_1 != 'A' || s.Ch_2 != 'B' || s.Glob_Int_Comp != 17 || s.Next_Int_Comp != 18)
    return lodestone_fail(task, "a pass left %d %d %d %d %d %c %c %d %d", s.Int_1, s.Int_2, s.Int_3,
                          s.Int_Glob, s.Bool_Glob, s.Ch_1, s.Ch_2, s.Glob_Int_Comp,
                          s.Next_Int_Comp);
  return 0;
}

LODESTONE_WORKLOAD(unixbench, dhry2) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/dhry2",
    .title = "Dhrystone 2 without register variables",
    .operation = "one pass of Dhrystone 2.1's main loop",
    .meaning =
        "speed of integer code, calls and short strings as the compiler makes them; no system call",
    .counterpart = "UnixBench dhry2",
    .exercises = "cpu calls strcmp",
    .note = "like UnixBench 5.1.3 the -O2 build",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .verify = verify,
};
