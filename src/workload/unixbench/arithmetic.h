/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The arithmetic tests: 100 turns of x = i, y = x * x, z += y / (y - 1) in one type. An optimising
 * compiler folds or vectorises the original loop, which then measures the compiler; ours hides each
 * turn's x from it, so that every division is done. --like unixbench-6.0.0 runs what gcc
 * makes of the original: its result is not used, so the divisions go; the count to a hundred stays,
 * because it stands in an endless loop. (Ours ends, so the compiler would remove that too.)
 */
#ifndef LODESTONE_UNIXBENCH_ARITHMETIC_H
#define LODESTONE_UNIXBENCH_ARITHMETIC_H

#include <string.h>

#include "workload/workload.h"

/* "+r" or "+x": x is in a register and may have changed, as far as the compiler knows. */
#if defined(__x86_64__)
#define ARITHMETIC_FLOATING "+x"
#elif defined(__aarch64__)
#define ARITHMETIC_FLOATING "+w"
#else
#define ARITHMETIC_FLOATING "+m"
#endif

/* ARITHMETIC(symbol, name, heading, type, constraint, REAL): REAL is 1 for a body, 0 for the empty
 * loop. */
#define ARITHMETIC(symbol, called, heading, type, constraint, real)                            \
  static int original;                                                                         \
  static volatile int result = 6;                                                              \
                                                                                               \
  static int hidden(int i) {                                                                   \
    type x = 0, y = 0, z = 0;                                                                  \
    for (i = 2; i <= 101; i++) {                                                               \
      x = (type)i;                                                                             \
      __asm__ volatile("" : constraint(x));                                                    \
      if (real) {                                                                              \
        y = x * x;                                                                             \
        z += y / (y - 1);                                                                      \
      }                                                                                        \
    }                                                                                          \
    return (int)(x + y + z);                                                                   \
  }                                                                                            \
                                                                                               \
  static void as_it_was(void) {                                                                \
    int turns = 100;                                                                           \
    if (real) do {                                                                             \
        __asm__ volatile("" : "+r"(turns));                                                    \
      } while (--turns);                                                                       \
  }                                                                                            \
  static int setup(struct lodestone_task* task) {                                              \
    original = strncmp(lodestone_parameter(task, "like"), "unixbench", 9) == 0;                \
    return 0;                                                                                  \
  }                                                                                            \
                                                                                               \
  static void run(struct lodestone_task* task, uint64_t operations) {                          \
    if (original) {                                                                            \
      for (uint64_t i = 0; i < operations; i++) {                                              \
        lodestone_count(task, 1);                                                              \
        as_it_was();                                                                           \
      }                                                                                        \
      return;                                                                                  \
    }                                                                                          \
    for (uint64_t i = 0; i < operations; i++) {                                                \
      lodestone_count(task, 1);                                                                \
      result = hidden(result);                                                                 \
    }                                                                                          \
  }                                                                                            \
                                                                                               \
  LODESTONE_WORKLOAD(unixbench, symbol) = {                                                    \
      .version = LODESTONE_WORKLOAD_VERSION,                                                   \
      .name = "unixbench/" called,                                                             \
      .title = heading,                                                                        \
      .operation = real ? "100 turns of x = i, y = x * x, z += y / (y - 1) in " #type          \
                        : "an empty loop of 100 turns",                                        \
      .meaning = "speed of the CPU's multiplication and division; no system call",             \
      .counterpart = "UnixBench " called,                                                      \
      .exercises = "cpu arithmetic",                                                           \
      .note =                                                                                  \
          "each turn's operand is hidden from the compiler, which folds the original's loop; " \
          "--like unixbench-6.0.0 lets it",                                                    \
      .flags = LODESTONE_PROCESSES,                                                            \
      .value = LODESTONE_RATE,                                                                 \
      .scale = 1,                                                                              \
      .unit = "lps",                                                                           \
      .setup = setup,                                                                          \
      .run = run,                                                                              \
  }

#endif
