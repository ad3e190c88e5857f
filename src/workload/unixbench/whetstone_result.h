/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef LODESTONE_UNIXBENCH_WHETSTONE_RESULT_H
#define LODESTONE_UNIXBENCH_WHETSTONE_RESULT_H

struct whetstone_result {
  double seconds[8]; /* of the sections N1 to N8, by the caller's clock */
  double value[8];   /* what each section printed */
};

void whetstone_o3(long passes, long n1_turns, double (*clock)(void), struct whetstone_result* out);
void whetstone_o2(long passes, long n1_turns, double (*clock)(void), struct whetstone_result* out);

#endif
