// SPDX-License-Identifier: GPL-2.0-or-later
// A second process of a workload (the other end of a ping-pong, a server): started in setup, ended
// in teardown, dead with its parent at the latest. Uses system calls only after fork, so that it
// may be started from a threaded task.
//
// A partner that ends before it is asked to (killed from outside, out of memory) fails the task at
// once. A task that waits for it in a system call is interrupted by the harness (SIGURG); such
// calls are repeated only while interrupted_only() says so.
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

struct PartnerRecord {
  volatile pid_t pid;  // 0: it was asked to end
  lodestone_task* task;
  PartnerRecord* next;
};
inline PartnerRecord* volatile partner_records = nullptr;  // of this process
inline volatile int partner_lost = 0;

// After a call that failed: a signal, and no reason to give up.
inline bool interrupted_only() {
  return errno == EINTR && partner_lost == 0;
}

inline void note_lost_partner(int) {
  const int kept = errno;
  for (PartnerRecord* record = partner_records; record != nullptr; record = record->next) {
    siginfo_t info;
    info.si_pid = 0;
    const pid_t pid = record->pid;
    if (pid <= 0 ||
        waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
      continue;
    record->pid = 0;
    partner_lost = 1;
    if (info.si_code == CLD_EXITED)
      lodestone_fail(record->task, "a partner process ended with status %d", info.si_status);
    else
      lodestone_fail(record->task, "a partner process was killed by signal %d", info.si_status);
  }
  errno = kept;
}
inline void interrupt_only(int) {}

inline void watch_partner(PartnerRecord* record) {
  record->next = partner_records;
  while (!__atomic_compare_exchange_n(&partner_records, &record->next, record, false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  note_lost_partner(0);  // it may have died before it stood in the list
}

inline bool catch_signals_of_partners() {
  struct sigaction action = {};
  action.sa_handler = note_lost_partner;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  if (sigaction(SIGCHLD, &action, nullptr) != 0) return false;
  action.sa_handler = interrupt_only;
  action.sa_flags = 0;
  return sigaction(SIGURG, &action, nullptr) == 0;
}

// body() runs in the new process, which ends when it returns. -1: fork failed (errno).
template <typename Body>
inline pid_t start_partner(lodestone_task* task, Body body) {
  auto* record = static_cast<PartnerRecord*>(calloc(1, sizeof(PartnerRecord)));
  if (record == nullptr || !catch_signals_of_partners()) return -1;
  record->task = task;
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid > 0) {
    record->pid = pid;
    watch_partner(record);
  }
  if (pid != 0) return pid;
  signal(SIGCHLD, SIG_DFL);
  signal(SIGURG, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(3);
  place_partner(task);
  body();
  _exit(0);
}

// From here on they may end: before the first of several is ended.
inline void dismiss_partners(const lodestone_task* task) {
  for (PartnerRecord* record = partner_records; record != nullptr; record = record->next)
    if (record->task == task) record->pid = 0;
}

inline void end_partner(pid_t pid) {
  if (pid <= 0) return;
  for (PartnerRecord* record = partner_records; record != nullptr; record = record->next)
    if (record->pid == pid) record->pid = 0;
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
    else if (got == 0 || !interrupted_only())
      return false;
  }
  return true;
}
inline bool write_fully(int fd, const void* buffer, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    const ssize_t put = write(fd, static_cast<const char*>(buffer) + done, bytes - done);
    if (put > 0)
      done += static_cast<size_t>(put);
    else if (!interrupted_only())
      return false;
  }
  return true;
}

}  // namespace lodestone
