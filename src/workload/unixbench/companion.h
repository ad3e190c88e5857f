/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A companion: the tiny program whose process image is what fork or exec costs. What fork copies
 * follows from the forking image (heap, shared areas, libraries), so the task itself must not be
 * that image. The task writes how many operations it wants (8 bytes) to the companion's standard
 * input and reads them back when they are done.
 */
#ifndef LODESTONE_UNIXBENCH_COMPANION_H
#define LODESTONE_UNIXBENCH_COMPANION_H

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/workload.h"

struct companion {
  pid_t pid;
  int to, from;
};

/* The path of a file beside the workload's program. 0, or -1 where the guest has no such files. */
static inline int beside_program(const struct lodestone_task* task, const char* name, char* path,
                                 size_t size) {
  char self[4096];
  const char* program = task->program;
  if (!program || !strchr(program, '/')) return -1;
  if (program[0] != '/') { /* relative to a working directory that may have changed */
    const ssize_t got = readlink("/proc/self/exe", self, sizeof self - 1);
    if (got < 0) return -1;
    self[got] = 0;
    program = self;
  }
  const int length =
      snprintf(path, size, "%.*s/%s", (int)(strrchr(program, '/') - program), program, name);
  return length > 0 && (size_t)length < size ? 0 : -1;
}

/* In the guest of `lodestone exact` every workload is part of one static /init: no companions. */
static inline int in_guest(const struct lodestone_task* task) {
  return task->program && strcmp(task->program, "/init") == 0;
}

/* The environment that UnixBench's driver gives: the caller's, LANG and four folders. Exec copies
 * all of it. */
static inline void unixbench_environment(const struct lodestone_task* task) {
  char folder[4096];
  setenv("LANG", "en_US.utf8", 1);
  if (beside_program(task, "", folder, sizeof folder) == 0) setenv("UB_BINDIR", folder, 1);
  setenv("UB_TMPDIR", task->directory, 1);
  setenv("UB_RESULTDIR", task->directory, 1);
  setenv("UB_TESTDIR", task->directory, 1);
}

static inline int companion_start(struct lodestone_task* task, const char* name,
                                  struct companion* companion) {
  char path[4096];
  int request[2], answer[2];
  if (beside_program(task, name, path, sizeof path) != 0 || access(path, X_OK) != 0)
    return lodestone_fail(task, "the program %s is not beside the workload's own", name);
  if (pipe(request) != 0) return lodestone_fail(task, "cannot make a pipe: %m");
  if (pipe(answer) != 0) return lodestone_fail(task, "cannot make a pipe: %m");
  const char* like = lodestone_parameter(task, "like");
  companion->pid = fork();
  if (companion->pid < 0) return lodestone_fail(task, "cannot start %s: %m", name);
  if (companion->pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(request[0], 0);
    dup2(answer[1], 1);
    close(request[0]);
    close(request[1]);
    close(answer[0]);
    close(answer[1]);
    unixbench_environment(task);
    execl(path, path, "0", "0", like, (char*)NULL);
    _exit(127);
  }
  close(request[0]);
  close(answer[1]);
  companion->to = request[1];
  companion->from = answer[0];
  return 0;
}

/* Has `operations` done and counts what was done. */
static inline void companion_run(struct lodestone_task* task, struct companion* companion,
                                 uint64_t operations) {
  uint64_t done = 0;
  if (write(companion->to, &operations, sizeof operations) != sizeof operations ||
      read(companion->from, &done, sizeof done) != sizeof done || done != operations) {
    lodestone_fail(task, "the companion stopped after %llu of %llu operations",
                   (unsigned long long)done, (unsigned long long)operations);
    return;
  }
  lodestone_count(task, done);
}

static inline void companion_stop(struct companion* companion) {
  int status;
  close(companion->to);
  while (waitpid(companion->pid, &status, 0) < 0 && errno == EINTR) continue;
  close(companion->from);
}

#endif
