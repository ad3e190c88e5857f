// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: memcpy of SIZE bytes by the C library. MB/s with MB = 10^6 bytes; which code that runs
// is the C library's choice, by size and by CPU. A copy credits each byte once.
#include <string.h>

#include "workload/support/buffers.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  return make_buffers(task, 2);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* buffers = static_cast<Buffers*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    memcpy(buffers->to, buffers->from, buffers->size);
    asm volatile("" : : "r"(buffers->to) : "memory");
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* buffers = static_cast<Buffers*>(task->state);
  return copied(buffers) ? 0 : lodestone_fail(task, "the copy differs");
}

constexpr lodestone_parameter_declaration parameters[] = {{"size", "64m", "bytes of a buffer"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, mem_bcopy) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/mem_bcopy",
    .title = "Memory bcopy",
    .operation = "memcpy of SIZE bytes by the C library",
    .meaning = "bandwidth of the level of the hierarchy that SIZE falls in; two buffers",
    .counterpart = "lmbench bw_mem bcopy",
    .exercises = "user-space memory",
    .note = "",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1e-6,
    .unit = "MB/s",
    .units = "size",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::free_buffers,
};
