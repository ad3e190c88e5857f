/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest of `lodestone exact`: one static program, started by the kernel as /init. It reads
 * /lodestone.plan, runs workloads between marks (exact/plugin/marker.h) and reports on the console.
 *
 * The plan, one line a workload:
 *   WORKLOAD OPERATIONS PHASES TASKS [NAME=VALUE ...]     0 operations: as many as are useful
 *   slabs LIST LIST_MEMBER NAME_MEMBER SIZE_MEMBER CACHE_MEMBER     in hex; the last line
 * A report is one line "@@lodestone LENGTH CRC PAYLOAD": the console also carries the kernel's
 * messages, so every line is checked, and a missing "end" means that the guest died.
 *   hello RELEASE CPUS
 *   section WORKLOAD PHASE TASK OPERATIONS COUNTED   in the order of the marks of that task
 *   skip WORKLOAD REASON | fail WORKLOAD REASON | unknown WORKLOAD
 *   cache NUMBER OBJECT_SIZE NAME | slabs NUMBER:FIRST_PAGE+PAGES ...     the numbers in hex
 *   end LINES
 */
#ifndef LODESTONE_GUEST_H
#define LODESTONE_GUEST_H

#include <stdint.h>

#include "workload/workload.h"

enum { guest_parameters = 16, guest_text = 240, guest_phases = 64, guest_tasks = 64 };

struct guest_job {
  const struct lodestone_workload* workload;
  unsigned long operations;
  unsigned phases, tasks;
  unsigned parameters;
  const char* parameter[guest_parameters][2];
};

/* Shared by the tasks of a job and init. */
struct guest_slot {
  _Alignas(256) volatile uint64_t counter;
  _Alignas(256) volatile int state; /* 0 running, 1 done, 3 failed, 4 skipped */
  volatile int pid;
  volatile unsigned done;   /* phases whose marks are complete */
  unsigned long operations; /* that are marked in a phase */
  uint64_t counted[guest_phases];
  char text[guest_text];
};

struct guest_shared {
  volatile unsigned arrived; /* at barriers, in all */
  volatile int broken;       /* a task is gone: nobody waits any more */
  struct guest_slot slot[guest_tasks];
};

struct lodestone_private {
  const struct guest_job* job;
  struct guest_shared* shared;
  struct guest_slot* slot;
};

/* The built-in workloads (generated), ends with NULL. */
extern const struct lodestone_workload* const guest_workloads[];

void guest_say(const char* format, ...) __attribute__((format(printf, 1, 2)));
void guest_run(const struct guest_job* job);
/* Where the kernel keeps its slab caches: an address, and offsets of members. */
struct guest_slab_layout {
  uint64_t list, list_member, name_member, size_member, cache_member;
};
void guest_say_slabs(const struct guest_slab_layout* layout);
/* A task's part: setup, phases, verify, teardown. */
void guest_task(struct lodestone_task* task);

#endif
