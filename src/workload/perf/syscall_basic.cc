// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: getppid(). Entry and exit of the kernel; no subsystem.
#include <unistd.h>

#include "workload/workload.h"

namespace lodestone {
namespace {

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    getppid();
    lodestone_count(task, 1);
  }
}

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, syscall_basic) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/syscall_basic",
    .title = "syscall basic",
    .operation = "getppid()",
    .meaning = "entry and exit of the kernel; no subsystem",
    .counterpart = "perf bench syscall basic",
    .exercises = "getppid syscall-entry",
    .note = "warmed up, pinned and repeated by the harness",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .run = lodestone::run,
};
