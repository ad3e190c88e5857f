/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parent: makes the tasks, opens the gate, waits, prints. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/runner/runner.h"

static struct runner_slot* slot_of(struct runner_shared* shared, unsigned index) {
  return (struct runner_slot*)((char*)shared + 4096 + index * shared->slot_bytes);
}

static struct runner_window* windows_of(struct runner_shared* shared, unsigned tasks,
                                        unsigned index) {
  return (struct runner_window*)((char*)shared + 4096 + tasks * shared->slot_bytes +
                                 index * shared->window_bytes);
}

static struct runner_shared* make_shared(const struct runner_options* options) {
  const size_t slot = (sizeof(struct runner_slot) + 255) & ~(size_t)255;
  const size_t window = options->windows * sizeof(struct runner_window);
  const size_t bytes = 4096 + options->tasks * (slot + window);
  struct runner_shared* shared =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return NULL;
  shared->slot_bytes = slot;
  shared->window_bytes = window;
  return shared;
}

static void* thread_main(void* task) {
  runner_task(task);
  return NULL;
}

/* Processes that have ended before they came to the gate: notes why. */
static void note_deaths(struct runner_shared* shared, const struct runner_options* options,
                        unsigned created, enum runner_gate gate) {
  for (unsigned i = 0; i < created && !options->threads; i++) {
    struct runner_slot* slot = slot_of(shared, i);
    siginfo_t info = {0};
    if (slot->passed >= gate || slot->dead || !slot->pid) continue;
    if (waitid(P_PID, (id_t)slot->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || !info.si_pid)
      continue;
    if (slot->passed >= gate) continue; /* it ended in order meanwhile */
    slot->dead = 1;
    shared->failed = 1;
    if (slot->state >= 2) continue; /* it gave its reason */
    if (info.si_code == CLD_EXITED)
      snprintf(slot->text, sizeof slot->text, "the task ended with status %d", info.si_status);
    else
      snprintf(slot->text, sizeof slot->text, "the task was killed by signal %d (%s)",
               info.si_status, strsignal(info.si_status));
    /* SIGSYS: a seccomp filter forbids a call. */
    slot->state = info.si_code != CLD_EXITED && info.si_status == SIGSYS ? 4 : 3;
  }
}

/* Interrupts (or kills) the tasks that live and are not at the gate. How many. SIGURG is ignored
 * unless a workload has a handler for it (support/partner.h). */
static unsigned urge(struct runner_shared* shared, const struct runner_options* options,
                     unsigned created, enum runner_gate gate, int with_force) {
  unsigned missing = 0;
  for (unsigned i = 0; i < created; i++) {
    struct runner_slot* slot = slot_of(shared, i);
    if (slot->passed >= gate || slot->dead) continue;
    missing++;
    if (!with_force) {
      if (slot->tid) syscall(SYS_tgkill, slot->pid, slot->tid, SIGURG);
      continue;
    }
    if (slot->state < 3) {
      snprintf(slot->text, sizeof slot->text, "stopped, because another task failed");
      slot->state = 3;
    }
    if (!options->threads) kill(slot->pid, SIGKILL);
  }
  return missing;
}

/* Waits until all tasks have come to the gate; 0. When one fails on the way the others are told to
 * stop. Who does not hear (it waits for something that the first held) is interrupted, and at last
 * killed: -1 when a process is missing, -2 when a thread is, which cannot be killed alone. */
static int await(struct runner_shared* shared, const struct runner_options* options,
                 enum runner_gate gate, unsigned target) {
  volatile uint32_t* counter = gate == runner_set_up  ? &shared->set_up
                               : gate == runner_ready ? &shared->ready
                                                      : &shared->measured;
  const int64_t look_ns = 500000000; /* a look costs a system call a task */
  int64_t next_look = runner_now() + look_ns, last_moment = 0;
  for (uint32_t now; (now = *counter) < target;) {
    runner_wait(counter, now, shared->stop ? 10000000 : look_ns);
    if (runner_now() < next_look && !shared->failed) continue;
    next_look = runner_now() + look_ns;
    note_deaths(shared, options, target, gate);
    if (!shared->failed) continue;
    if (!shared->stop) {
      shared->stop = 1;
      runner_wake(&shared->tried);
      /* Setting up takes its time, and nobody waits for anybody there. */
      last_moment = runner_now() + (gate == runner_set_up ? 10000000000 : 1000000000);
    }
    const int with_force = runner_now() > last_moment;
    if (!urge(shared, options, target, gate, with_force) || with_force)
      return *counter >= target ? 0 : options->threads ? -2 : -1;
  }
  return 0;
}

static void open_gate(volatile uint32_t* gate, int failed) {
  __atomic_store_n(gate, failed ? 2 : 1, __ATOMIC_SEQ_CST);
  runner_wake(gate);
}

static int any_failed(struct runner_shared* shared, unsigned created) {
  for (unsigned i = 0; i < created; i++)
    if (slot_of(shared, i)->state >= 3) return 1;
  return 0;
}

/* Ticks of all CPUs since the start, from the first line of /proc/stat (proc(5)); user and nice
 * already contain guest time. */
struct machine_ticks {
  long long idle, all;
};

static struct machine_ticks machine_ticks(void) {
  struct machine_ticks ticks = {0, 0};
  char text[512];
  const int fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (got <= 0) return ticks;
  text[got] = 0;
  long long t[8] = {0};
  if (sscanf(text, "cpu %lld %lld %lld %lld %lld %lld %lld %lld", &t[0], &t[1], &t[2], &t[3], &t[4],
             &t[5], &t[6], &t[7]) < 4)
    return ticks;
  for (int i = 0; i < 8; i++) ticks.all += t[i];
  ticks.idle = t[3] + t[4];
  return ticks;
}

/* Fewer ticks than this are too coarse a ruler. */
enum { least_ticks = 20 };

static void print_results(struct runner_shared* shared, const struct runner_options* options,
                          unsigned created, double idle_percent, FILE* out) {
  if (idle_percent >= 0) fprintf(out, "pass idle_percent %.6g\n", idle_percent);
  for (unsigned i = 0; i < created; i++) {
    const struct runner_slot* slot = slot_of(shared, i);
    if (slot->state == 3 || slot->state == 4) {
      fprintf(out, "%s %u %s\n", slot->state == 3 ? "error" : "skip", i, slot->text);
      continue;
    }
    if (slot->state != 2) {
      fprintf(out, "error %u the task ended before it was done\n", i);
      continue;
    }
    if (options->calibrate) {
      fprintf(out, "operations %u %llu\n", i, (unsigned long long)slot->window_operations);
      continue;
    }
    fprintf(out, "task %u %d %llu %lld %lld\n", i, slot->pid, (unsigned long long)slot->operations,
            (long long)slot->start_ns, (long long)slot->elapsed_ns);
    const struct runner_window* window = windows_of(shared, options->tasks, i);
    for (uint64_t k = 0; k < slot->windows; k++, window++)
      fprintf(out, "window %u %lld %lld %llu %d %d %lld\n", i, (long long)window->start_ns,
              (long long)window->ticks_ns, (unsigned long long)window->operations, window->cpu,
              window->involuntary, (long long)window->cpu_ns);
    for (unsigned k = 0; k < slot->values; k++)
      fprintf(out, "value %u %s %.17g\n", i, slot->value[k].name, slot->value[k].value);
  }
}

/* Makes the tasks one after another; each is born on its own CPU, so that its first pages are
 * local. How many were made; a failure is noted with the first that could not be. */
static unsigned make_tasks(struct lodestone_task* tasks, pthread_t* threads,
                           const struct runner_options* options) {
  cpu_set_t* before = CPU_ALLOC(runner_cpus);
  const size_t bytes = CPU_ALLOC_SIZE(runner_cpus);
  const int restore = options->cpus && sched_getaffinity(0, bytes, before) == 0;
  const pid_t parent = getpid();
  unsigned made = 0;
  for (; made < options->tasks; made++) {
    struct lodestone_task* task = &tasks[made];
    struct runner_slot* slot = task->harness->slot;
    task->shared = tasks[0].shared;
    if (runner_join_cpus(options, made) != 0) {
      const int problem = errno;
      unsigned first = 0;
      while (options->set_of_cpu[first] != made % options->sets) first++;
      errno = problem;
      lodestone_fail(task, "cannot run on CPU %d: %m", options->cpu[first]);
      break;
    }
    if (options->threads) {
      slot->pid = (int)parent;
      errno = pthread_create(&threads[made], NULL, thread_main, task);
      if (errno) {
        lodestone_fail(task, "cannot create thread %u: %m", made);
        break;
      }
      continue;
    }
    const pid_t pid = fork();
    if (pid < 0) {
      lodestone_fail(task, "cannot create process %u: %m", made);
      break;
    }
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(3);
      slot->pid = (int)getpid();
      runner_task(task);
      _exit(0);
    }
    slot->pid = (int)pid;
  }
  if (restore) sched_setaffinity(0, bytes, before);
  CPU_FREE(before);
  return made;
}

/* Gates and timed part of the tasks that were made. -2: threads hang, see await(). */
static int supervise(struct runner_shared* shared, const struct runner_options* options,
                     unsigned made, double* idle_percent, FILE* out) {
  int failed = made < options->tasks;
  int came = await(shared, options, runner_set_up, made);
  failed |= came != 0 || any_failed(shared, made);
  open_gate(&shared->trial, failed);
  if (!failed) {
    came = await(shared, options, runner_ready, made);
    failed = came != 0 || any_failed(shared, made);
  }
  if (!failed) {
    fprintf(out, "ready %d\n", (int)getpid());
    fflush(out);
    char go;
    if (options->wait_for_go && read(0, &go, 1) != 1) failed = 1; /* whoever asked has gone */
  }
  const struct machine_ticks before = machine_ticks();
  shared->go_ns = runner_now();
  open_gate(&shared->go, failed);
  if (failed) return came;
  came = await(shared, options, runner_measured, made);
  const struct machine_ticks after = machine_ticks();
  const long long all = after.all - before.all;
  if (came == 0 && all >= least_ticks)
    *idle_percent = 100.0 * (double)(after.idle - before.idle) / (double)all;
  return came;
}

static void reap(struct runner_shared* shared, const struct runner_options* options,
                 const pthread_t* threads, unsigned made) {
  for (unsigned i = 0; i < made; i++) {
    if (options->threads) {
      pthread_join(threads[i], NULL);
      continue;
    }
    struct runner_slot* slot = slot_of(shared, i);
    int status = 0;
    while (waitpid(slot->pid, &status, 0) < 0 && errno == EINTR) continue;
    if (status == 0 || slot->state >= 3) continue;
    if (WIFSIGNALED(status))
      snprintf(slot->text, sizeof slot->text, "the task was killed by signal %d (%s)",
               WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
      snprintf(slot->text, sizeof slot->text, "the task ended with status %d", WEXITSTATUS(status));
    slot->state = WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? 4 : 3;
  }
}

/* Threads share one table of descriptors, and some workloads open many a task. */
static void raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int runner_main(const struct lodestone_workload* workload, const struct runner_options* options) {
  FILE* out = fdopen(options->output, "w");
  if (!out) return 3;
  fprintf(out, "lodestone-runner 1\n");
  fflush(out); /* nothing may be left in the buffer when tasks are forked */
  raise_descriptor_limit();
  struct runner_shared* shared = make_shared(options);
  struct lodestone_task* tasks = calloc(options->tasks, sizeof *tasks);
  struct lodestone_private* harness = calloc(options->tasks, sizeof *harness);
  pthread_t* threads = calloc(options->tasks, sizeof *threads);
  if (!shared || !tasks || !harness || !threads) {
    fprintf(out, "error 0 no memory for %u tasks\nend\n", options->tasks);
    return fclose(out) ? 3 : 3;
  }
  for (unsigned i = 0; i < options->tasks; i++) {
    harness[i] = (struct lodestone_private){workload, options, shared, slot_of(shared, i),
                                            windows_of(shared, options->tasks, i)};
    tasks[i] = (struct lodestone_task){.index = i,
                                       .tasks = options->tasks,
                                       .threads = options->threads,
                                       .directory = options->directory,
                                       .program = options->program,
                                       .counter = &harness[i].slot->counter,
                                       .harness = &harness[i]};
  }
  unsigned made = 0;
  double idle_percent = -1;
  if (workload->prepare && workload->prepare(&tasks[0]) != 0) {
    lodestone_fail(&tasks[0], "the preparation failed");
  } else {
    made = make_tasks(tasks, threads, options);
    const int came = supervise(shared, options, made, &idle_percent, out);
    if (came != -2) {
      reap(shared, options, threads, made);
      if (workload->cleanup) workload->cleanup(&tasks[0]);
    }
  }
  const unsigned printed = made < options->tasks ? made + 1 : made;
  print_results(shared, options, printed, idle_percent, out);
  fprintf(out, "end\n");
  return fclose(out) == 0 ? 0 : 3;
}
