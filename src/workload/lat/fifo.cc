// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a one-byte round trip between two processes over two named pipes in the folder of the
// pass. Where the two run decides the number (one CPU, two cores): it is a parameter, and
// recorded.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/pingpong.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

// Opening for reading and writing at once never waits for the other side.
int open_fifo(lodestone_task* task, const char* name) {
  char path[4096];
  file_path(task, name, path, sizeof path);
  if (mkfifo(path, 0600) != 0) return lodestone_skip(task, "cannot make a named pipe: %m");
  return open(path, O_RDWR | O_CLOEXEC);
}

int setup(lodestone_task* task) {
  PingPong* pair =
      make_pingpong(task, static_cast<size_t>(lodestone_parameter_number(task, "bytes")));
  if (pair == nullptr) return lodestone_fail(task, "no memory");
  pair->out = open_fifo(task, "to");
  pair->in = pair->out < 0 ? -1 : open_fifo(task, "back");
  if (pair->in < 0) return lodestone_fail(task, "cannot open a named pipe: %m");
  pair->other_in = dup(pair->out);
  pair->other_out = dup(pair->in);
  return start_echo(task, pair);
}

void teardown(lodestone_task* task) {
  teardown_pingpong(task);
  remove_file(task, "to");
  remove_file(task, "back");
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"bytes", "1", "bytes of a message"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, fifo) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/fifo",
    .title = "Fifo latency",
    .operation = "a round trip of 1 byte over 2 named pipes",
    .meaning = "wake-up and switch through named pipes",
    .counterpart = "lmbench lat_fifo",
    .exercises = "fifo read write context-switch",
    .note = "placement is a parameter",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run_pingpong,
    .verify = lodestone::verify_pingpong,
    .teardown = lodestone::teardown,
};
