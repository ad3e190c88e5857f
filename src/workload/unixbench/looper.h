/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Workloads that start a program of the system once an operation and wait for it. Each copy works
 * in a folder of its own, standard output is appended to a file (not /dev/null: grep would stop at
 * its first match there).
 */
#ifndef LODESTONE_UNIXBENCH_LOOPER_H
#define LODESTONE_UNIXBENCH_LOOPER_H

#include <fcntl.h>
#include <sys/stat.h>

#include "workload/unixbench/companion.h"

struct looper {
  char* argv[8]; /* ends with NULL; argv[0] is looked for in PATH */
  int input;     /* standard input, shared by all children; -1: /dev/null */
  int reopen;    /* 1: each child opens `input_name` itself instead */
  const char* input_name;
  int silent; /* 1: anything on standard error is a failure, as in UnixBench's driver */
};

/* Copies data/NAME, beside the program, into the working folder under the name `as`. */
static inline int looper_copy(struct lodestone_task* task, const char* name, const char* as,
                              mode_t mode) {
  char path[4096], relative[128], bytes[16384];
  snprintf(relative, sizeof relative, "data/%s", name);
  if (beside_program(task, relative, path, sizeof path) != 0)
    return lodestone_fail(task, "there is no %s", relative);
  const int in = open(path, O_RDONLY);
  if (in < 0) return lodestone_fail(task, "cannot open %s: %m", path);
  const ssize_t got = read(in, bytes, sizeof bytes);
  close(in);
  const int out = open(as, O_WRONLY | O_CREAT | O_TRUNC, mode);
  if (out < 0) return lodestone_fail(task, "cannot create %s: %m", as);
  const ssize_t wrote = got > 0 ? write(out, bytes, (size_t)got) : -1;
  close(out);
  return got > 0 && wrote == got ? 0 : lodestone_fail(task, "cannot copy %s: %m", name);
}

/* A folder of its own for this copy, as the working directory, and UnixBench's environment. */
static inline int looper_enter(struct lodestone_task* task) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s/copy%u", task->directory, task->index);
  if (mkdir(folder, 0755) != 0 || chdir(folder) != 0)
    return lodestone_fail(task, "cannot work in %s: %m", folder);
  unixbench_environment(task);
  return 0;
}

/* What the program complained of, without newlines. */
static inline void looper_complaint(char* text, size_t size) {
  const int fd = open("errors", O_RDONLY);
  const ssize_t got = fd < 0 ? -1 : read(fd, text, size - 1);
  if (fd >= 0) close(fd);
  text[got > 0 ? got : 0] = 0;
}

static inline void looper_child(const struct looper* looper) {
  int in = looper->input;
  if (looper->reopen || in < 0)
    in = open(looper->reopen ? looper->input_name : "/dev/null", O_RDONLY);
  dup2(in, 0);
  dup2(open("log", O_WRONLY | O_CREAT | O_APPEND, 0644), 1);
  dup2(open("errors", O_WRONLY | O_CREAT | O_APPEND, 0644), 2);
  execvp(looper->argv[0], looper->argv);
  _exit(127);
}

static inline void looper_run(struct lodestone_task* task, const struct looper* looper,
                              uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) looper_child(looper);
    struct stat info;
    if (child < 0 || waitpid(child, &status, 0) != child) {
      lodestone_fail(task, "cannot start %s: %m", looper->argv[0]);
      return;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
      lodestone_fail(task, "there is no program %s", looper->argv[0]);
      return;
    }
    if (status != 0 || (looper->silent && stat("errors", &info) == 0 && info.st_size > 0)) {
      char text[160];
      looper_complaint(text, sizeof text);
      lodestone_fail(task, "%s ended with wait status %d: %s", looper->argv[0], status, text);
      return;
    }
    lodestone_count(task, 1);
  }
}

#endif
