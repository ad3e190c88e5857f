// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: memset of SIZE bytes by the C library. MB/s with MB = 10^6 bytes; which code that runs
// is the C library's choice, by size and by CPU.
#include <string.h>

#include "workload/support/buffers.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  return make_buffers(task, 1);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* buffers = static_cast<Buffers*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    memset(buffers->from, 0, buffers->size);
    asm volatile("" : : "r"(buffers->from) : "memory");
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* buffers = static_cast<Buffers*>(task->state);
  return buffers->from[buffers->size - 16] == 0
             ? 0
             : lodestone_fail(task, "the buffer holds another value");
}

constexpr lodestone_parameter_declaration parameters[] = {{"size", "64m", "bytes of a buffer"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, mem_bzero) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/mem_bzero",
    .title = "Memory bzero",
    .operation = "memset of SIZE bytes by the C library",
    .meaning = "bandwidth of the level of the hierarchy that SIZE falls in",
    .counterpart = "lmbench bw_mem bzero",
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
