// SPDX-License-Identifier: GPL-2.0-or-later
// Five cheap system calls: dup, close, getpid, getuid, umask. Not "entry and exit": dup and close
// take the file table's lock and a reference, umask the lock of the task's file system data.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>

#include "workload/workload.h"

namespace {

int descriptor;
bool old;  // UnixBench 5.1.3: descriptor 0, which all copies share, and libc's getpid

int setup(lodestone_task* task) {
  old = strcmp(lodestone_parameter(task, "like"), "unixbench-5.1.3") == 0;
  descriptor = 0;
  if (old) return 0;
  int ends[2];
  if (pipe(ends) != 0) return lodestone_fail(task, "cannot make a pipe: %m");
  close(ends[1]);
  descriptor = ends[0];
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  const int fd = descriptor;
  if (old) {
    for (uint64_t i = 0; i < operations; i++) {
      close(dup(fd));
      getpid();
      getuid();
      umask(022);
      lodestone_count(task, 1);
    }
    return;
  }
  for (uint64_t i = 0; i < operations; i++) {
    close(dup(fd));
    syscall(SYS_getpid);
    getuid();
    umask(022);
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  const int copy = dup(descriptor);
  if (copy < 0) return lodestone_fail(task, "cannot duplicate the descriptor: %m");
  close(copy);
  return umask(022) == 022 ? 0 : lodestone_fail(task, "umask() did not keep its value");
}

void teardown(lodestone_task*) {
  if (!old) close(descriptor);
}

}  // namespace

LODESTONE_WORKLOAD(unixbench, syscall) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/syscall",
    .title = "System Call Overhead",
    .operation = "dup(), close(), getpid by syscall(2), getuid(), umask(): five system calls",
    .meaning =
        "cost of entering the kernel five times, of one descriptor table slot and of the umask "
        "lock",
    .counterpart = "UnixBench syscall",
    .exercises = "dup close getpid getuid umask syscall-entry",
    .note =
        "getpid is never the value that old C libraries cached; like UnixBench 5.1.3 all copies "
        "dup descriptor 0",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .setup = setup,
    .run = run,
    .verify = verify,
    .teardown = teardown,
};
