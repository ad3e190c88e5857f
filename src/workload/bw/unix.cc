// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: PIECE bytes read from an AF_UNIX stream. A second process writes all the time. MB/s
// with MB = 10^6 bytes, of bytes that were read; the original rounds its totals up and can be
// wrong by a factor of two.
#include <sys/socket.h>
#include <unistd.h>

#include "workload/support/flow.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return lodestone_skip(task, "no AF_UNIX socket pair: %m");
  return start_flow(task, ends[0], ends[1], lodestone_parameter_number(task, "piece"));
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"piece", "64k", "bytes of a read and of a write"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, unix) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/unix",
    .title = "AF_UNIX sock stream bandwidth",
    .operation = "PIECE bytes read from an AF_UNIX stream",
    .meaning = "copying through local sockets, wake-ups and switches",
    .counterpart = "lmbench bw_unix",
    .exercises = "unix-socket read write context-switch",
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
