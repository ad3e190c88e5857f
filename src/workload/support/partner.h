// SPDX-License-Identifier: GPL-2.0-or-later
// A second process of a workload (the other end of a ping-pong, a server): started in setup, ended
// in teardown, dead with its parent at the latest. Uses system calls only after fork, so that it
// may be started from a threaded task.
#pragma once

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {

// Declared by workloads with a partner. Where the pair runs decides its number (one CPU, two
// threads of a core, two cores), so it is a parameter and not left to chance alone.
#define LODESTONE_PARTNER_CPU \
  {"partner_cpu", "", "CPU of the second process; empty: the task's own placement; any: all CPUs"}

inline void place_partner(const lodestone_task* task) {
  const char* where = lodestone_parameter(task, "partner_cpu");
  if (*where == 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (*where == 'a')
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) CPU_SET(cpu, &set);
  else
    CPU_SET(atoi(where) % CPU_SETSIZE, &set);
  sched_setaffinity(0, sizeof set, &set);
}

// body() runs in the new process, which ends when it returns. -1: fork failed (errno).
template <typename Body>
inline pid_t start_partner(lodestone_task* task, Body body) {
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(3);
  place_partner(task);
  body();
  _exit(0);
}

inline void end_partner(pid_t pid) {
  if (pid <= 0) return;
  kill(pid, SIGKILL);
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// All bytes, over short reads and writes; false at the end of the stream or on an error.
inline bool read_fully(int fd, void* buffer, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    const ssize_t got = read(fd, static_cast<char*>(buffer) + done, bytes - done);
    if (got > 0)
      done += static_cast<size_t>(got);
    else if (got == 0 || errno != EINTR)
      return false;
  }
  return true;
}
inline bool write_fully(int fd, const void* buffer, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    const ssize_t put = write(fd, static_cast<const char*>(buffer) + done, bytes - done);
    if (put > 0)
      done += static_cast<size_t>(put);
    else if (errno != EINTR)
      return false;
  }
  return true;
}

}  // namespace lodestone
