// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: connect() to a server on the loopback interface and close(). The close resets the
// connection (SO_LINGER of 0), so that no port stays in TIME_WAIT: the original leaves thousands
// and must not run in parallel. The cost of an orderly close is therefore not in the number.
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "workload/support/loopback.h"
#include "workload/support/partner.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int server;
  sockaddr_in address;
  pid_t partner;
  bool failed;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->server = bind_loopback(SOCK_STREAM, &state->address);
  if (state->server < 0) return lodestone_skip(task, "no TCP on the loopback interface: %m");
  state->partner = start_partner(task, [state] {
    for (int fd; (fd = accept(state->server, nullptr, nullptr)) >= 0;) {
      char byte;
      while (read(fd, &byte, 1) > 0) {
      }
      close(fd);
    }
  });
  if (state->partner < 0) return lodestone_fail(task, "cannot start the server: %m");
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations && !state->failed; i++) {
    const int fd = connect_loopback(SOCK_STREAM, &state->address);
    const linger reset = {1, 0};
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset) != 0 ||
        close(fd) != 0)
      state->failed = true;
    lodestone_count(task, 1);
  }
}

int verify(lodestone_task* task) {
  return static_cast<State*>(task->state)->failed ? lodestone_fail(task, "a connection was refused")
                                                  : 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end_partner(state->partner);
  close(state->server);
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, connect) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/connect",
    .title = "TCP/IP connection cost to localhost",
    .operation = "socket, connect to a loopback TCP server, close with reset",
    .meaning = "TCP handshake and tear-down by reset",
    .counterpart = "lmbench lat_connect",
    .exercises = "socket connect tcp loopback context-switch",
    .note = "placement is a parameter",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
