// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a one-byte round trip between two processes over two pipes, two context switches where
// both share a CPU. Where the two run decides the number (one CPU, two cores): it is a parameter,
// and recorded.
#include <unistd.h>

#include "workload/support/pingpong.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  PingPong* pair =
      make_pingpong(task, static_cast<size_t>(lodestone_parameter_number(task, "bytes")));
  int to[2], back[2];
  if (pair == nullptr || pipe(to) != 0 || pipe(back) != 0)
    return lodestone_fail(task, "cannot make pipes: %m");
  pair->out = to[1];
  pair->other_in = to[0];
  pair->in = back[0];
  pair->other_out = back[1];
  return start_echo(task, pair);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"bytes", "1", "bytes of a message"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, pipe) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/pipe",
    .title = "Pipe latency",
    .operation = "a round trip of 1 byte between 2 processes over 2 pipes",
    .meaning = "wake-up and switch through pipes",
    .counterpart = "lmbench lat_pipe",
    .exercises = "pipe read write context-switch",
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
