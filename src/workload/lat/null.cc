// SPDX-License-Identifier: GPL-2.0-or-later
// The null system call: one getppid(). It shows what entering and leaving the kernel costs, and
// nothing of any subsystem.
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

LODESTONE_WORKLOAD(lat, null) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/null",
    .title = "Simple syscall",
    .operation = "getppid()",
    .meaning = "cost of entering and leaving the kernel; no subsystem",
    .counterpart = "lmbench lat_syscall null",
    .exercises = "getppid syscall-entry",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .run = lodestone::run,
};
