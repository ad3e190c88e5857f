/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The harness inside every workload program. It makes the tasks, releases them together, times
 * windows and prints what was counted. Plain C-level code on libc alone: the image that a workload
 * forks stays as small as the C program that it stands for.
 *
 * The result, lines on descriptor --output (default 1):
 *   lodestone-runner 1
 *   ready PID                                    all tasks are set up; the pid of their parent
 *   task INDEX PID OPERATIONS START_NS ELAPSED_NS
 *   window INDEX START_NS TICKS_NS OPERATIONS CPU INVOLUNTARY_SWITCHES CPU_NS
 *   value INDEX NAME NUMBER
 *   pass NAME NUMBER                             of all tasks together: idle_percent
 *   error INDEX TEXT | skip INDEX TEXT
 *   end                                          missing: the program died
 */
#ifndef LODESTONE_RUNNER_H
#define LODESTONE_RUNNER_H

#include <stddef.h>
#include <stdint.h>

#include "workload/runner/mark.h"
#include "workload/workload.h"

enum { runner_parameters = 32, runner_values = 16, runner_text = 240, runner_cpus = 4096 };

struct runner_options {
  unsigned tasks;
  int threads;
  int64_t seconds_ns;  /* time mode: how long a task runs; 0: windows decide */
  int64_t window_ns;   /* the length a window aims at */
  uint64_t windows;    /* windows mode: how many; in time mode the most that are kept */
  uint64_t operations; /* operations a window; 0: found by a short trial before the start */
  int64_t warm_up_ns;  /* run, uncounted, before the start */
  int calibrate;       /* print the operations that fill a window, and stop */
  int wait_for_go;     /* after "ready", wait for a byte on standard input */
  int marks;           /* mark the timed part for a tracer */
  int output;
  const char* directory;
  const char* program;
  unsigned cpus; /* length of cpu[]; 0: no affinity */
  unsigned sets; /* how many sets cpu[] makes; task i runs on set i % sets */
  int cpu[runner_cpus];
  unsigned set_of_cpu[runner_cpus];
  unsigned begin_on; /* 1 + the CPU on which the tasks begin, free to leave it; 0: wherever */
  unsigned parameters;
  const char* parameter[runner_parameters][2];
};

struct runner_window {
  int64_t start_ns, ticks_ns, cpu_ns;
  uint64_t operations;
  int32_t cpu, involuntary;
};

/* What a task shares with its parent; anonymous shared memory, so that no writeback ever protects
 * it. The counter has 256 bytes to itself: neighbours' lines, pairs of lines and stride prefetchers
 * stay out of it. */
struct runner_slot {
  _Alignas(256) volatile uint64_t counter;
  _Alignas(256) int pid;
  int tid;
  volatile int state;       /* 0 created, 1 ready, 2 finished, 3 failed, 4 skipped */
  volatile unsigned passed; /* the last enum runner_gate that it has come to */
  int dead;                 /* its process has gone; the parent's note */
  int64_t start_ns, elapsed_ns;
  uint64_t operations;
  uint64_t trial_operations;  /* of a batch, as the trial found */
  uint64_t window_operations; /* of a window */
  uint64_t windows;
  unsigned values;
  char text[runner_text];
  struct {
    char name[48];
    double value;
  } value[runner_values];
};

enum runner_gate { runner_set_up = 1, runner_ready, runner_measured };

struct runner_shared {
  volatile uint32_t set_up;   /* tasks that are set up, or failed */
  volatile uint32_t trial;    /* futex, like go: may the tasks run trial and warm-up? */
  volatile uint32_t ready;    /* tasks that wait for go, or failed */
  volatile uint32_t go;       /* futex: 0 wait, 1 run, 2 give up */
  volatile uint32_t measured; /* tasks whose timed part is over */
  volatile uint32_t tried;    /* tasks whose trial is over; later ones take over its result */
  volatile uint32_t failed;   /* some task has noted a failure */
  volatile uint32_t stop;     /* the pass has failed: end early */
  int64_t go_ns;
  size_t slot_bytes, window_bytes;
};

struct lodestone_private {
  const struct lodestone_workload* workload;
  const struct runner_options* options;
  struct runner_shared* shared;
  struct runner_slot* slot;
  struct runner_window* window; /* options->windows of them */
};

#ifdef __cplusplus
extern "C" {
#endif
int runner_parse(int argc, char** argv, struct runner_options* options);
/* The parent's part; the exit code. */
int runner_main(const struct lodestone_workload* workload, const struct runner_options* options);
/* A task's part: setup, gate, windows, verify, teardown. */
void runner_task(struct lodestone_task* task);
/* Binds the caller to the CPUs of the task with this number; 0, or -1 and errno. */
int runner_join_cpus(const struct runner_options* options, unsigned task);
int64_t runner_now(void);
void runner_wait(volatile uint32_t* word, uint32_t while_equal, int64_t timeout_ns);
void runner_wake(volatile uint32_t* word);
#ifdef __cplusplus
}
#endif

#endif
