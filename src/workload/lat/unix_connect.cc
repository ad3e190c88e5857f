// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: connect() to a server on an AF_UNIX socket in the folder of the pass, and close().
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/partner.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int server;
  sockaddr_un address;
  pid_t partner;
  bool failed;
};

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->address.sun_family = AF_UNIX;
  char path[4096];
  file_path(task, "socket", path, sizeof path);
  if (strlen(path) >= sizeof state->address.sun_path)
    return lodestone_skip(task, "the path of the folder is too long for a socket");
  strcpy(state->address.sun_path, path);
  state->server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (state->server < 0 ||
      bind(state->server, reinterpret_cast<sockaddr*>(&state->address), sizeof state->address) !=
          0 ||
      listen(state->server, 128) != 0)
    return lodestone_skip(task, "cannot listen on a local socket: %m");
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
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 ||
        connect(fd, reinterpret_cast<sockaddr*>(&state->address), sizeof state->address) != 0 ||
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
  remove_file(task, "socket");
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, unix_connect) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/unix_connect",
    .title = "UNIX connection cost",
    .operation = "socket, connect to an AF_UNIX server, close",
    .meaning = "local socket connection; the server accepts and closes",
    .counterpart = "lmbench lat_unix_connect",
    .exercises = "socket connect unix-socket context-switch",
    .note = "placement is a parameter",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 1e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .verify = lodestone::verify,
    .teardown = lodestone::teardown,
};
