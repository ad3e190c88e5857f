// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: PIECE bytes read from a pipe. A second process writes all the time. MB/s with MB =
// 10^6 bytes, of bytes that were read; the original rounds its totals up and can be wrong by a
// factor of two.
#include <unistd.h>

#include "workload/support/flow.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  int ends[2];
  if (pipe(ends) != 0) return lodestone_fail(task, "cannot make a pipe: %m");
  return start_flow(task, ends[0], ends[1], lodestone_parameter_number(task, "piece"));
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"piece", "64k", "bytes of a read and of a write"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, pipe) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/pipe",
    .title = "Pipe bandwidth",
    .operation = "PIECE bytes read from a pipe",
    .meaning = "copying into and out of a pipe, wake-ups and switches",
    .counterpart = "lmbench bw_pipe",
    .exercises = "pipe read write context-switch",
    .note = "credits exactly the bytes that were read",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1e-6,
    .unit = "MB/s",
    .units = "piece",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run_flow,
    .teardown = lodestone::end_flow,
};
