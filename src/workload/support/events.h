// SPDX-License-Identifier: GPL-2.0-or-later
// Software events of a task, per operation: page faults, context switches and CPU time from
// getrusage(2) and the thread's clock, migrations from a perf software counter where that is
// allowed. They count from the end of setup, trial and warm-up included, as the operations do.
#pragma once

#include <linux/perf_event.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {

struct Events {
  long faults, switches;
  double cpu_ns;
  int migrations;  // descriptor of the counter; -1: not allowed
};

inline Events read_events() {
  rusage usage;
  timespec time;
  getrusage(RUSAGE_THREAD, &usage);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return {usage.ru_minflt + usage.ru_majflt, usage.ru_nvcsw + usage.ru_nivcsw,
          static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec), -1};
}

inline Events start_events() {
  perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_CPU_MIGRATIONS;
  const long counter = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  Events events = read_events();
  events.migrations = static_cast<int>(counter);
  return events;
}

// The quantities that report_events() reports.
#define LODESTONE_EVENT_QUANTITIES                                \
  {"page_faults", "per op", LODESTONE_NEUTRAL, "count"},          \
      {"context_switches", "per op", LODESTONE_NEUTRAL, "count"}, \
      {"cpu_migrations", "per op", LODESTONE_NEUTRAL, "count"},   \
      {"task_clock", "ns", LODESTONE_LOWER, "time"}

// For verify(), before anything else is done there.
inline void report_events(lodestone_task* task, const Events& start) {
  const Events end = read_events();
  const double operations = static_cast<double>(*task->counter);
  uint64_t migrations = 0;
  const bool counted = start.migrations >= 0 && read(start.migrations, &migrations, 8) == 8;
  if (operations <= 0) return;
  lodestone_report(task, "page_faults",
                   static_cast<double>(end.faults - start.faults) / operations);
  lodestone_report(task, "context_switches",
                   static_cast<double>(end.switches - start.switches) / operations);
  lodestone_report(task, "task_clock", (end.cpu_ns - start.cpu_ns) / operations);
  if (counted)
    lodestone_report(task, "cpu_migrations", static_cast<double>(migrations) / operations);
}

inline void end_events(const Events& start) {
  if (start.migrations >= 0) close(start.migrations);
}

}  // namespace lodestone
