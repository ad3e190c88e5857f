/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Towers of Hanoi with 10 discs: function calls, a stack and four counters. Measures the compiler's
 * inlining too. */
#include "workload/workload.h"

enum { discs = 10 };

static int pegs[4];

static void move(int count, int from, int to) {
  if (count == 1) {
    pegs[from]--;
    pegs[to]++;
    return;
  }
  const int other = 6 - from - to;
  move(count - 1, from, other);
  move(1, from, to);
  move(count - 1, other, to);
}

static int setup(struct lodestone_task* task) {
  (void)task;
  pegs[1] = discs;
  pegs[2] = pegs[3] = 0;
  return 0;
}

static void run(struct lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    move(discs, 1, 3);
    lodestone_count(task, 1);
  }
}

static int verify(struct lodestone_task* task) {
  /* Every unit moves ten discs from peg 1 to peg 3; nothing puts them back, and nothing is left on
   * peg 2. */
  return pegs[2] == 0 && pegs[1] + pegs[3] == discs
             ? 0
             : lodestone_fail(task, "the discs do not add up");
}

LODESTONE_WORKLOAD(unixbench, hanoi) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/hanoi",
    .title = "Recursion Test -- Tower of Hanoi",
    .operation = "10 discs from peg 1 to peg 3: 1,023 moves",
    .meaning = "speed of calls and of the compiler's inlining; no system call",
    .counterpart = "UnixBench hanoi",
    .exercises = "cpu calls",
    .note = "",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .verify = verify,
};
