// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: an int to a second task and back over two pipes, a full round trip. Where the two run
// decides the number; creation and reaping are not in it (in the original they are).
#include <unistd.h>

#include "workload/support/pingpong.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  PingPong* pair = make_pingpong(task, sizeof(int));
  int to[2], back[2];
  if (pair == nullptr || pipe(to) != 0 || pipe(back) != 0)
    return lodestone_fail(task, "cannot make pipes: %m");
  pair->out = to[1];
  pair->other_in = to[0];
  pair->in = back[0];
  pair->other_out = back[1];
  return start_echo(task, pair);
}

constexpr lodestone_parameter_declaration parameters[] = {LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, sched_pipe) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/sched_pipe",
    .title = "sched pipe",
    .operation = "a round trip of an int between two processes over two pipes",
    .meaning = "wake-up and switch through pipes",
    .counterpart = "perf bench sched pipe",
    .exercises = "pipe read write context-switch",
    .note =
        "without creation and reaping; placement is a parameter; warmed up, pinned and repeated by "
        "the harness",
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
