/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parent: makes the tasks, opens the gate, waits, prints. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

/* Waits until every task is set up or has failed. A child that dies on the way counts as failed. */
static void wait_until_ready(struct runner_shared* shared, const struct runner_options* options,
                             unsigned created) {
  for (;;) {
    const uint32_t ready = shared->ready;
    if (ready >= created) return;
    runner_wait(&shared->ready, ready, 100000000);
    if (options->threads) continue;
    for (unsigned i = 0; i < created; i++) {
      struct runner_slot* slot = slot_of(shared, i);
      siginfo_t info = {0};
      if (slot->state == 0 &&
          waitid(P_PID, (id_t)slot->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) {
        if (slot->state == 0) {
          snprintf(slot->text, sizeof slot->text, "the task died while it was set up");
          slot->state = 3;
          __atomic_add_fetch(&shared->ready, 1, __ATOMIC_SEQ_CST);
        }
      }
    }
  }
}

static void print_results(struct runner_shared* shared, const struct runner_options* options,
                          unsigned created, FILE* out) {
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

int runner_main(const struct lodestone_workload* workload, const struct runner_options* options) {
  FILE* out = fdopen(options->output, "w");
  if (!out) return 3;
  fprintf(out, "lodestone-runner 1\n");
  fflush(out); /* nothing may be left in the buffer when tasks are forked */
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
  int failed = workload->prepare && workload->prepare(&tasks[0]) != 0;
  unsigned created = failed ? 1 : 0;
  if (failed && harness[0].slot->state < 3) lodestone_fail(&tasks[0], "the preparation failed");
  for (unsigned i = 0; !failed && i < options->tasks; i++) {
    tasks[i].shared = tasks[0].shared;
    if (options->threads) {
      harness[i].slot->pid = (int)getpid();
      const int problem = pthread_create(&threads[i], NULL, thread_main, &tasks[i]);
      if (problem) {
        errno = problem;
        failed = lodestone_fail(&tasks[i], "cannot create thread %u: %m", i) != 0;
      }
      created = i + 1;
      if (failed) break;
      continue;
    }
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
      failed = lodestone_fail(&tasks[i], "cannot create process %u: %m", i) != 0;
      created = i + 1;
      break;
    }
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(3);
      harness[i].slot->pid = (int)getpid();
      runner_task(&tasks[i]);
      _exit(0);
    }
    harness[i].slot->pid = (int)pid;
    created = i + 1;
  }
  const unsigned running = failed && created ? created - 1 : created;
  if (!failed || running) wait_until_ready(shared, options, running);
  for (unsigned i = 0; i < created; i++) failed |= slot_of(shared, i)->state >= 3;
  if (!failed) {
    fprintf(out, "ready %d\n", (int)getpid());
    fflush(out);
    char go;
    if (options->wait_for_go && read(0, &go, 1) != 1) failed = 1; /* whoever asked has gone */
  }
  shared->go_ns = runner_now();
  __atomic_store_n(&shared->go, failed ? 2 : 1, __ATOMIC_SEQ_CST);
  runner_wake(&shared->go);
  for (unsigned i = 0; i < running; i++) {
    if (options->threads) {
      if (threads[i]) pthread_join(threads[i], NULL);
      continue;
    }
    int status = 0;
    while (waitpid(slot_of(shared, i)->pid, &status, 0) < 0 && errno == EINTR) continue;
    struct runner_slot* slot = slot_of(shared, i);
    if (status != 0 && slot->state < 3) {
      if (WIFSIGNALED(status))
        snprintf(slot->text, sizeof slot->text, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
      else
        snprintf(slot->text, sizeof slot->text, "ended with status %d", WEXITSTATUS(status));
      slot->state = 3;
    }
  }
  if (workload->cleanup && !(created == 1 && failed && running == 0)) workload->cleanup(&tasks[0]);
  print_results(shared, options, created, out);
  fprintf(out, "end\n");
  return fclose(out) == 0 ? 0 : 3;
}
