/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A task: set up, wait at the gate, run windows, check, tear down. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "workload/runner/runner.h"

int64_t runner_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void runner_wait(volatile uint32_t* word, uint32_t while_equal, int64_t timeout_ns) {
  const struct timespec timeout = {timeout_ns / 1000000000, timeout_ns % 1000000000};
  syscall(SYS_futex, word, FUTEX_WAIT, while_equal, timeout_ns < 0 ? NULL : &timeout, NULL, 0);
}

void runner_wake(volatile uint32_t* word) {
  syscall(SYS_futex, word, FUTEX_WAKE, 1 << 30, NULL, NULL, 0);
}

static int note(struct lodestone_task* task, int state, const char* format, va_list arguments) {
  struct runner_slot* slot = task->harness->slot;
  /* Forbidden by a filter or unknown to the kernel: not the workload's fault. */
  if (state == 3 && strstr(format, "%m") && (errno == EPERM || errno == ENOSYS)) state = 4;
  if (slot->state < 3) { /* the first reason is the cause */
    vsnprintf(slot->text, sizeof slot->text, format, arguments);
    for (char* c = slot->text; *c; c++)
      if (*c == '\n') *c = ' ';
    slot->state = state;
    struct runner_shared* shared = task->harness->shared;
    shared->failed = 1; /* the parent, wherever it waits, looks at once */
    runner_wake(&shared->set_up);
    runner_wake(&shared->ready);
    runner_wake(&shared->measured);
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
  const struct runner_options* options = task->harness->options;
  for (unsigned i = 0; i < options->parameters; i++)
    if (strcmp(options->parameter[i][0], name) == 0) return options->parameter[i][1];
  const struct lodestone_parameter_declaration* declared = task->harness->workload->parameters;
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

void lodestone_report(struct lodestone_task* task, const char* quantity, double value) {
  struct runner_slot* slot = task->harness->slot;
  if (slot->values == runner_values) return;
  snprintf(slot->value[slot->values].name, sizeof slot->value[0].name, "%s", quantity);
  slot->value[slot->values++].value = value;
}

/* How many operations fill target_ns: doubled until a trial is long enough to tell, the last two
 * trials agreeing. */
static uint64_t trial(struct lodestone_task* task, int64_t target_ns) {
  const struct lodestone_workload* workload = task->harness->workload;
  uint64_t operations = 1;
  for (;;) {
    int64_t start = runner_now();
    workload->run(task, operations);
    int64_t ticks = runner_now() - start;
    if (ticks < 1) ticks = 1;
    if (ticks >= target_ns / 4 || operations > (1ULL << 40)) {
      /* The first run of this size also paid for cold caches: measure once more, unless that takes
       * long. */
      if (ticks < target_ns * 4) {
        start = runner_now();
        workload->run(task, operations);
        const int64_t again = runner_now() - start;
        if (again > 0 && again < ticks) ticks = again;
      }
      const double wanted = (double)operations * (double)target_ns / (double)ticks;
      return wanted < 1 ? 1 : (uint64_t)wanted;
    }
    operations *= ticks * 16 < target_ns ? 8 : 2;
  }
}

struct clocks {
  int64_t now, cpu_ns, involuntary;
};

static struct clocks read_clocks(void) {
  struct rusage usage;
  struct clocks clocks;
  getrusage(RUSAGE_THREAD, &usage);
  clocks.involuntary = usage.ru_nivcsw;
  clocks.cpu_ns = ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000 +
                  ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
  clocks.now = runner_now();
  return clocks;
}

static void mark(const struct runner_options* options, long which) {
  if (options->marks) syscall(SYS_prctl, runner_mark, which, 0, 0, 0);
}

/* Goes to the CPU where the task is to begin, and stays free to leave it: the scheduler keeps its say,
 * but what differs between CPUs no longer differs between two processes that begin on the same one.
 * Where that CPU is not ours any more nothing moves. */
static void begin_on(const struct runner_options* options) {
  if (options->begin_on == 0) return;
  cpu_set_t* free_set = CPU_ALLOC(runner_cpus);
  cpu_set_t* one = CPU_ALLOC(runner_cpus);
  const size_t bytes = CPU_ALLOC_SIZE(runner_cpus);
  CPU_ZERO_S(bytes, one);
  CPU_SET_S((size_t)options->begin_on - 1, bytes, one);
  if (sched_getaffinity(0, bytes, free_set) == 0 && sched_setaffinity(0, bytes, one) == 0)
    sched_setaffinity(0, bytes, free_set);
  CPU_FREE(one);
  CPU_FREE(free_set);
}

/* The windows. A window is one batch, or several batches where a batch would be longer than 10 ms.
 */
static void measure(struct lodestone_task* task, uint64_t batch, int batches) {
  struct lodestone_private* harness = task->harness;
  const struct runner_options* options = harness->options;
  const struct lodestone_workload* workload = harness->workload;
  struct runner_slot* slot = harness->slot;
  const uint64_t before = slot->counter;
  const int64_t release = harness->shared->go_ns;
  begin_on(options);
  mark(options, 1);
  struct clocks last = read_clocks();
  slot->start_ns = last.now - release;
  /* In time mode the clock of every task starts with the release, not with its own first turn: in a
   * crowd each would otherwise time the slices that it got and none of the waiting between. */
  if (options->seconds_ns) last.now = release;
  const int64_t origin = last.now, deadline = release + options->seconds_ns;
  uint64_t windows = 0;
  for (;;) {
    const uint64_t counted = slot->counter;
    int64_t now = 0;
    for (int i = 0; i < batches; i++) {
      workload->run(task, batch);
      if (batches > 1 && (now = runner_now()) >= deadline && options->seconds_ns) break;
    }
    const struct clocks next = read_clocks();
    /* Out of room in time mode: neighbours are joined, so that the whole pass stays covered. */
    if (windows == options->windows) {
      for (uint64_t i = 0; i < windows / 2; i++) {
        struct runner_window *a = &harness->window[2 * i], *b = a + 1, joined = *a;
        joined.ticks_ns += b->ticks_ns;
        joined.cpu_ns += b->cpu_ns;
        joined.operations += b->operations;
        joined.involuntary += b->involuntary;
        joined.cpu = b->cpu;
        harness->window[i] = joined;
      }
      windows /= 2;
      batches *= 2;
    }
    harness->window[windows++] =
        (struct runner_window){last.now - release,
                               next.now - last.now,
                               next.cpu_ns - last.cpu_ns,
                               slot->counter - counted,
                               sched_getcpu(),
                               (int32_t)(next.involuntary - last.involuntary)};
    last = next;
    if (options->seconds_ns ? next.now >= deadline : windows == options->windows) break;
    if (slot->state >= 3 || harness->shared->stop) break;
  }
  mark(options, 2);
  slot->windows = windows;
  slot->operations = slot->counter - before;
  slot->elapsed_ns = last.now - origin;
}

int runner_join_cpus(const struct runner_options* options, unsigned task) {
  if (options->cpus == 0) return 0;
  cpu_set_t* set = CPU_ALLOC(runner_cpus);
  const size_t bytes = CPU_ALLOC_SIZE(runner_cpus);
  CPU_ZERO_S(bytes, set);
  for (unsigned i = 0; i < options->cpus; i++)
    if (options->set_of_cpu[i] == task % options->sets)
      CPU_SET_S((size_t)options->cpu[i], bytes, set);
  const int result = sched_setaffinity(0, bytes, set);
  CPU_FREE(set);
  return result;
}

static void arrive(struct lodestone_task* task, enum runner_gate gate) {
  struct runner_shared* shared = task->harness->shared;
  volatile uint32_t* counter = gate == runner_set_up  ? &shared->set_up
                               : gate == runner_ready ? &shared->ready
                                                      : &shared->measured;
  task->harness->slot->passed = gate;
  __atomic_add_fetch(counter, 1, __ATOMIC_SEQ_CST);
  runner_wake(counter);
}

/* 1: go on; 2: give up. */
static uint32_t wait_at(volatile uint32_t* gate) {
  while (*gate == 0) runner_wait(gate, 0, -1);
  return *gate;
}

/* The operations of a batch. As many tasks as there are CPUs find it, each for itself; the others
 * of a crowd take over what those found, or 4096 trials on a few CPUs would take minutes. */
static uint64_t find_batch(struct lodestone_task* task, int64_t batch_ns, unsigned cpus) {
  struct runner_shared* shared = task->harness->shared;
  const unsigned trials = task->tasks < cpus ? task->tasks : cpus;
  if (task->index < trials) {
    const uint64_t batch = trial(task, batch_ns);
    task->harness->slot->trial_operations = batch;
    __atomic_add_fetch(&shared->tried, 1, __ATOMIC_SEQ_CST);
    runner_wake(&shared->tried);
    return batch;
  }
  for (uint32_t now; (now = shared->tried) < trials && !shared->stop;)
    runner_wait(&shared->tried, now, 500000000);
  const struct runner_slot* like =
      (const struct runner_slot*)((char*)task->harness->slot -
                                  (task->index - task->index % trials) * shared->slot_bytes);
  return like->trial_operations;
}

static void timed_part(struct lodestone_task* task) {
  struct lodestone_private* harness = task->harness;
  const struct runner_options* options = harness->options;
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  const unsigned cpus = online > 0 ? (unsigned)online : 1;
  /* A batch is what runs between two looks at the clock: at most 10 ms of all tasks on a CPU, so
   * that a pass ends when it should. */
  const int64_t longest = harness->workload->flags & LODESTONE_COARSE ? 100000000 : 10000000;
  int64_t batch_ns = options->window_ns > longest ? longest : options->window_ns;
  if (options->seconds_ns && task->tasks > cpus) batch_ns = batch_ns * cpus / task->tasks;
  if (batch_ns < 20000) batch_ns = options->window_ns < 20000 ? options->window_ns : 20000;
  int batches = (int)(options->window_ns / batch_ns);
  uint64_t batch = options->operations;
  if (batch)
    batches = 1;
  else
    batch = find_batch(task, batch_ns, cpus);
  harness->slot->window_operations = batch * (uint64_t)batches;
  if (options->warm_up_ns) {
    const int64_t end = runner_now() + options->warm_up_ns;
    do harness->workload->run(task, batch);
    while (runner_now() < end && harness->slot->state < 3 && !harness->shared->stop);
  }
  harness->slot->state = harness->slot->state < 3 ? 1 : harness->slot->state;
  arrive(task, runner_ready);
  if (wait_at(&harness->shared->go) == 1 && !options->calibrate && harness->slot->state < 3)
    measure(task, batch, batches);
  if (harness->shared->stop) lodestone_fail(task, "stopped, because another task failed");
  arrive(task, runner_measured);
}

void runner_task(struct lodestone_task* task) {
  struct lodestone_private* harness = task->harness;
  const struct lodestone_workload* workload = harness->workload;
  harness->slot->tid = (int)syscall(SYS_gettid);
  begin_on(harness->options);
  if (workload->setup && workload->setup(task) != 0) {
    if (harness->slot->state < 3) lodestone_fail(task, "the set-up failed");
    arrive(task, runner_set_up);
    return;
  }
  /* Running tasks would hold up the making of the others (their mmap_lock is taken for each new
   * thread's stack), so nobody runs before all are there. */
  arrive(task, runner_set_up);
  if (wait_at(&harness->shared->trial) != 1) {
    if (workload->teardown) workload->teardown(task);
    return;
  }
  timed_part(task);
  if (harness->shared->go == 1 && !harness->options->calibrate && harness->slot->state < 3) {
    if (workload->verify && workload->verify(task) != 0 && harness->slot->state < 3)
      lodestone_fail(task, "the check failed");
    if (harness->slot->state < 3 && harness->slot->operations == 0)
      lodestone_fail(task, "nothing was counted");
  }
  if (workload->teardown) workload->teardown(task);
  if (harness->slot->state < 3) harness->slot->state = 2;
}
