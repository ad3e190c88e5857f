/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A workload: one measured activity. This header is C, so that a workload needs nothing but libc;
 * it is also what a plug-in includes (installed as lodestone/workload.h).
 *
 * One file a workload, SUITE/NAME.cc. It defines LODESTONE_WORKLOAD(SUITE, NAME) and nothing else
 * with external linkage. The build makes of it a small program of its own
 * (libexec/lodestone/SUITE/NAME), an entry of the tool's catalogue and an entry of the guest of
 * `lodestone exact`.
 *
 * Order of calls, each returning 0 or the value of lodestone_fail():
 *   prepare  once, in the parent of the tasks, before they exist (task->index is 0); may set
 * task->shared setup    once a task, in the task; may set task->state run      any number of times:
 * does exactly `operations` operations, counting each with lodestone_count() verify   once a task;
 * a run whose check fails has no result teardown once a task, always when setup succeeded; ends and
 * reaps what setup started cleanup  once, in the parent, always when prepare succeeded run() is the
 * timed part: no allocation, no message, nothing that is not the operation.
 */
#ifndef LODESTONE_WORKLOAD_H
#define LODESTONE_WORKLOAD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LODESTONE_WORKLOAD_VERSION 1

struct lodestone_task {
  unsigned index;             /* 0 .. tasks - 1 */
  unsigned tasks;             /* how many run in parallel */
  int threads;                /* 1: the tasks are threads of one process; 0: processes */
  const char* directory;      /* an empty folder of this pass, for files; removed afterwards */
  const char* program;        /* the path of the running program */
  volatile uint64_t* counter; /* operations so far; on a cache line of its own */
  void* shared;               /* set by prepare, the same for all tasks */
  void* state;                /* set by setup */
  struct lodestone_private* harness; /* the harness's own */
};

/* The value of a parameter: as given by the user, else its default. Never NULL for a declared name.
 * "like" is declared for every workload: "" or the program whose behaviour is asked for,
 * "unixbench-6.0.0", "will-it-scale" ... */
const char* lodestone_parameter(const struct lodestone_task* task, const char* name);
/* The same as a whole number; suffixes k, m, g are powers of 1024. */
long long lodestone_parameter_number(const struct lodestone_task* task, const char* name);

/* Notes why the workload cannot go on (printf); returns -1. %m gives the text of errno. */
int lodestone_fail(struct lodestone_task* task, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for "not possible on this system" (a forbidden call, a missing feature): skipped, not
 * failed. */
int lodestone_skip(struct lodestone_task* task, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

/* A further result of this task, declared in `quantities`. For verify() and teardown(). */
void lodestone_report(struct lodestone_task* task, const char* quantity, double value);

/* Counts operations: a store to memory each time, which the compiler may not delay. */
static inline void lodestone_count(struct lodestone_task* task, uint64_t operations) {
  *task->counter = *task->counter + operations;
}

struct lodestone_parameter_declaration {
  const char* name;
  const char* value; /* the default */
  const char* meaning;
};

enum lodestone_better { LODESTONE_HIGHER, LODESTONE_LOWER, LODESTONE_NEUTRAL };

struct lodestone_quantity {
  const char* name; /* metric WORKLOAD.name */
  const char* unit;
  enum lodestone_better better;
  const char* kind; /* "time", "rate", "count", "share", "size" */
};

/* What the main number is: operations per second times scale, or seconds per operation times scale.
 */
enum lodestone_value { LODESTONE_RATE, LODESTONE_TIME };

enum {
  LODESTONE_PROCESSES = 1,    /* tasks may be processes */
  LODESTONE_THREADS = 2,      /* tasks may be threads */
  LODESTONE_SINGLE = 4,       /* more than one task makes no sense */
  LODESTONE_NO_GUEST = 8,     /* cannot run in the guest of `exact`; `guest_reason` says why */
  LODESTONE_NEEDS_FILES = 16, /* uses task->directory: its filesystem matters */
  LODESTONE_COARSE = 32 /* each run() costs something itself (a wake-up of a companion): few large
                           batches */
};

struct lodestone_workload {
  unsigned version;        /* LODESTONE_WORKLOAD_VERSION */
  const char* name;        /* "suite/name" */
  const char* title;       /* as reports print it */
  const char* operation;   /* what one operation is, exactly */
  const char* meaning;     /* what the number tells, and what not */
  const char* counterpart; /* "will-it-scale getppid1": the test elsewhere whose unit of work is the
                              same; or "" */
  const char* exercises;   /* system calls and subsystems, separated by blanks; "context-switch":
                              tasks block and wake each other in every operation, so that counting
                              each task would slow it and whole CPUs are counted */
  const char* note;        /* where it differs from its counterpart, and why; or "" */
  unsigned flags;
  enum lodestone_value value;
  double scale;
  const char* unit;  /* of operations * scale / second, or of seconds * scale / operation */
  const char* units; /* the parameter that says how many units (bytes, pages, hops) one operation
                        has: a rate is multiplied by it, a time divided; NULL: one */
  const char* guest_reason;
  const struct lodestone_parameter_declaration* parameters; /* ends with a NULL name; may be NULL */
  const struct lodestone_quantity* quantities;              /* ends with a NULL name; may be NULL */
  int (*prepare)(struct lodestone_task* task);
  int (*setup)(struct lodestone_task* task);
  void (*run)(struct lodestone_task* task, uint64_t operations);
  int (*verify)(struct lodestone_task* task);
  void (*teardown)(struct lodestone_task* task);
  void (*cleanup)(struct lodestone_task* task);
};

#ifdef __cplusplus
}
#define LODESTONE_WORKLOAD(suite, name)                                           \
  extern "C" const struct lodestone_workload lodestone_workload_##suite##_##name; \
  extern "C" const struct lodestone_workload lodestone_workload_##suite##_##name
#else
#define LODESTONE_WORKLOAD(suite, name) \
  const struct lodestone_workload lodestone_workload_##suite##_##name
#endif

#endif
