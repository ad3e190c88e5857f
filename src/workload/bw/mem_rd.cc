// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a pass that reads one int of every four of SIZE bytes. MB/s with MB = 10^6 bytes. All
// bytes are credited though one int of every four is touched: that is enough to move each line,
// and it is how the original counts. Every access is volatile, so none can be dropped or widened.
#include "workload/support/buffers.h"
#include "workload/support/sweep.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  return make_buffers(task, 1);
}

void run(lodestone_task* task, uint64_t operations) {
  auto* buffers = static_cast<Buffers*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    read_words<4>(buffers->from, buffers->size);
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  auto* buffers = static_cast<Buffers*>(task->state);
  return buffers->from[buffers->size - 16] == 1
             ? 0
             : lodestone_fail(task, "the buffer holds another value");
}

constexpr lodestone_parameter_declaration parameters[] = {{"size", "64m", "bytes of a buffer"}, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, mem_rd) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/mem_rd",
    .title = "Memory read",
    .operation = "a pass that reads one int of every four of SIZE bytes",
    .meaning = "bandwidth of the level of the hierarchy that SIZE falls in",
    .counterpart = "lmbench bw_mem rd",
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
