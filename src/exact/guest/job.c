/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One workload of the plan: its tasks, their phases, its report. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exact/guest/guest.h"
#include "exact/plugin/marker.h"

static int note(struct lodestone_task* task, int state, const char* format, va_list arguments) {
  struct guest_slot* slot = task->harness->slot;
  if (slot->state < 3) { /* the first reason is the cause */
    vsnprintf(slot->text, sizeof slot->text, format, arguments);
    for (char* c = slot->text; *c; c++)
      if (*c == '\n') *c = ' ';
    slot->state = state;
  }
  return -1;
}

int lodestone_fail(struct lodestone_task* task, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(task, 3, format, arguments);
  va_end(arguments);
  return -1;
}

int lodestone_skip(struct lodestone_task* task, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  note(task, 4, format, arguments);
  va_end(arguments);
  return -1;
}

const char* lodestone_parameter(const struct lodestone_task* task, const char* name) {
  const struct guest_job* job = task->harness->job;
  for (unsigned i = 0; i < job->parameters; i++)
    if (strcmp(job->parameter[i][0], name) == 0) return job->parameter[i][1];
  const struct lodestone_parameter_declaration* declared = job->workload->parameters;
  for (; declared && declared->name; declared++)
    if (strcmp(declared->name, name) == 0) return declared->value;
  return "";
}

long long lodestone_parameter_number(const struct lodestone_task* task, const char* name) {
  char* end;
  const long long value = strtoll(lodestone_parameter(task, name), &end, 10);
  const int shift = *end == 'k' || *end == 'K'   ? 10
                    : *end == 'm' || *end == 'M' ? 20
                    : *end == 'g' || *end == 'G' ? 30
                                                 : 0;
  return value * (1LL << shift);
}

/* Quantities are values of a whole live pass; here only counts are wanted. */
void lodestone_report(struct lodestone_task* task, const char* quantity, double value) {
  (void)task;
  (void)quantity;
  (void)value;
}

/* All tasks of the job reach the n-th barrier before any leaves it. */
static void barrier(struct lodestone_task* task, unsigned number) {
  struct guest_shared* shared = task->harness->shared;
  __atomic_add_fetch(&shared->arrived, 1, __ATOMIC_SEQ_CST);
  while (shared->arrived < number * task->tasks && !shared->broken) sched_yield();
}

/* The operation must be the same code every time, so it is not inlined into the loop. */
__attribute__((noinline)) static void phase(struct lodestone_task* task,
                                            void (*run)(struct lodestone_task*, uint64_t),
                                            unsigned long operations) {
  LODESTONE_MARK(LODESTONE_MARK_SECTION);
  for (unsigned long i = 0; i < operations; i++) {
    LODESTONE_MARK(LODESTONE_MARK_BEGIN_OP);
    run(task, 1);
    LODESTONE_MARK(LODESTONE_MARK_END_OP);
  }
  LODESTONE_MARK(LODESTONE_MARK_END);
}

static uint64_t clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Runs the operation until its caches are filled. The number of operations a phase: as asked for,
 * else what fits into some 100 million instructions; on one CPU the emulated clock counts
 * instructions, so this is no guess. Few steps, far apart: two kernels shall choose the same. */
static unsigned long warm_up(struct lodestone_task* task) {
  static const unsigned long choices[] = {2000, 500, 100, 20, 4};
  const struct guest_job* job = task->harness->job;
  unsigned long warm = job->operations && job->operations < 640 ? job->operations / 10 + 1 : 64;
  unsigned long operations = job->operations;
  uint64_t start = clock_ns();
  for (int i = 0; i < 3; i++) job->workload->run(task, 1);
  uint64_t each = (clock_ns() - start) / 3;
  if (operations == 0 && task->tasks > 1) operations = 200;
  for (unsigned i = 0; operations == 0; i++)
    if (i == 4 || each * choices[i] <= 100000000) operations = choices[i];
  while (warm > 3 && warm * each > 30000000) warm /= 2;
  for (unsigned long i = 3; i < warm; i++) job->workload->run(task, 1);
  task->harness->slot->operations = operations;
  return operations;
}

static void phases(struct lodestone_task* task) {
  const struct guest_job* job = task->harness->job;
  struct guest_slot* slot = task->harness->slot;
  const struct lodestone_workload* workload = job->workload;
  const unsigned long operations = warm_up(task);
  for (unsigned i = 0; i < job->phases && slot->state == 0; i++) {
    barrier(task, i + 1);
    /* Another distance from the last timer tick: a tick comes every 1 to 10 million instructions.
     */
    for (volatile unsigned long spin = (unsigned long)i * 1000003 / job->phases; spin; spin--) {
    }
    const uint64_t before = slot->counter;
    phase(task, workload->run, operations);
    slot->counted[i] = slot->counter - before;
    slot->done = i + 1;
  }
}

void guest_task(struct lodestone_task* task) {
  const struct lodestone_workload* workload = task->harness->job->workload;
  struct guest_slot* slot = task->harness->slot;
  if (task->tasks > 1) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(task->index % (unsigned)sysconf(_SC_NPROCESSORS_ONLN), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) lodestone_fail(task, "cannot be placed: %m");
  }
  if (workload->setup && workload->setup(task) != 0) {
    if (slot->state < 3) lodestone_fail(task, "the set-up failed");
    task->harness->shared->broken = 1;
    return;
  }
  phases(task);
  if (slot->state < 3 && workload->verify && workload->verify(task) != 0 && slot->state < 3)
    lodestone_fail(task, "the check failed");
  if (workload->teardown) workload->teardown(task);
  if (slot->state < 3)
    slot->state = 1;
  else
    task->harness->shared->broken = 1;
}

static void* thread_main(void* task) {
  guest_task(task);
  return NULL;
}

static void start_tasks(struct lodestone_task* tasks, const struct guest_job* job) {
  static pthread_t threads[guest_tasks];
  for (unsigned i = 0; i < job->tasks; i++) {
    struct guest_slot* slot = tasks[i].harness->slot;
    tasks[i].shared = tasks[0].shared;
    if (tasks[i].threads) {
      if (pthread_create(&threads[i], NULL, thread_main, &tasks[i]) != 0)
        lodestone_fail(&tasks[i], "cannot create a thread");
      continue;
    }
    const pid_t pid = fork();
    if (pid == 0) {
      guest_task(&tasks[i]);
      _exit(0);
    }
    slot->pid = pid;
    if (pid < 0) lodestone_fail(&tasks[i], "cannot create a process: %m");
  }
  for (unsigned i = 0; i < job->tasks; i++) {
    struct guest_slot* slot = tasks[i].harness->slot;
    int status = 0;
    if (tasks[i].threads) {
      pthread_join(threads[i], NULL);
    } else if (slot->pid > 0 && waitpid(slot->pid, &status, 0) == slot->pid && slot->state == 0) {
      lodestone_fail(&tasks[i], "the task ended early (wait status 0x%x)", status);
      tasks[i].harness->shared->broken = 1;
    }
  }
}

static void run_tasks(const struct guest_job* job, struct guest_shared* shared,
                      const char* directory) {
  static struct lodestone_task tasks[guest_tasks];
  static struct lodestone_private harness[guest_tasks];
  const struct lodestone_workload* workload = job->workload;
  for (unsigned i = 0; i < job->tasks; i++) {
    harness[i] = (struct lodestone_private){job, shared, &shared->slot[i]};
    tasks[i] = (struct lodestone_task){.index = i,
                                       .tasks = job->tasks,
                                       .threads = !(workload->flags & LODESTONE_PROCESSES),
                                       .directory = directory,
                                       .program = "/init",
                                       .counter = &shared->slot[i].counter,
                                       .harness = &harness[i]};
  }
  if (workload->prepare && workload->prepare(&tasks[0]) != 0) {
    lodestone_fail(&tasks[0], "the preparation failed");
    return;
  }
  start_tasks(tasks, job);
  if (workload->cleanup) workload->cleanup(&tasks[0]);
}

void guest_run(const struct guest_job* job) {
  static unsigned jobs;
  char directory[32];
  snprintf(directory, sizeof directory, "/tmp/w%u", jobs++);
  mkdir(directory, 0700);
  struct guest_shared* shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (shared == MAP_FAILED) {
    guest_say("fail %s no memory", job->workload->name);
    return;
  }
  run_tasks(job, shared, directory);
  for (unsigned i = 0; i < job->tasks; i++) {
    const struct guest_slot* slot = &shared->slot[i];
    if (slot->state == 1) continue;
    guest_say("%s %s %s", slot->state == 4 ? "skip" : "fail", job->workload->name, slot->text);
  }
  for (unsigned i = 0; i < job->tasks; i++)
    for (unsigned p = 0; p < shared->slot[i].done; p++)
      guest_say("section %s %u %u %lu %llu", job->workload->name, p, i, shared->slot[i].operations,
                (unsigned long long)shared->slot[i].counted[p]);
  munmap(shared, sizeof *shared);
}
