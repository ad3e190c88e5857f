// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a one-byte round trip between two processes over a pair of AF_UNIX stream sockets.
// Where the two run decides the number (one CPU, two cores): it is a parameter, and recorded.
#include <sys/socket.h>
#include <unistd.h>

#include "workload/support/pingpong.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  PingPong* pair =
      make_pingpong(task, static_cast<size_t>(lodestone_parameter_number(task, "bytes")));
  int ends[2];
  if (pair == nullptr || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return lodestone_skip(task, "no AF_UNIX socket pair: %m");
  pair->in = pair->out = ends[0];
  pair->other_in = pair->other_out = ends[1];
  return start_echo(task, pair);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"bytes", "1", "bytes of a message"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, unix) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/unix",
    .title = "AF_UNIX sock stream latency",
    .operation = "a round trip of 1 byte over an AF_UNIX stream pair",
    .meaning = "wake-up and switch through local sockets",
    .counterpart = "lmbench lat_unix",
    .exercises = "unix-socket read write context-switch",
    .note = "placement is a parameter",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run_pingpong,
    .verify = lodestone::verify_pingpong,
    .teardown = lodestone::teardown_pingpong,
};
