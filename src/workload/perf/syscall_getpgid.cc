// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: getpgid(0). Entry and exit and the lookup of a process.
#include <sys/syscall.h>
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    syscall(SYS_getpgid, 0);
    lodestone_count(task, 1);
  }
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, syscall_getpgid) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/syscall_getpgid",
    .title = "syscall getpgid",
    .operation = "getpgid(0)",
    .meaning = "entry and exit and the lookup of a process",
    .counterpart = "perf bench syscall getpgid",
    .exercises = "getpgid syscall-entry",
    .note = "warmed up, pinned and repeated by the harness",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .run = lodestone::run,
};
