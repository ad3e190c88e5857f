// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPU a process of a pair runs on.
#pragma once

#include <sched.h>

#include "workload/workload.h"

// The n-th CPU that this process may use, counted round.
static inline int nth_cpu(const cpu_set_t& allowed, unsigned n) {
  const unsigned count = static_cast<unsigned>(CPU_COUNT(&allowed));
  if (count == 0) return -1;
  n %= count;
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, &allowed) && n-- == 0) return cpu;
  return -1;
}

static inline int pin(lodestone_task* task, const cpu_set_t& allowed, unsigned n) {
  cpu_set_t one;
  CPU_ZERO(&one);
  const int cpu = nth_cpu(allowed, n);
  if (cpu < 0) return 0;  // more CPUs than a cpu_set_t holds: left to the scheduler
  CPU_SET(cpu, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0
             ? 0
             : lodestone_fail(task, "cannot run on CPU %d: %m", cpu);
}
