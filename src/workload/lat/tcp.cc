// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a one-byte request and reply over a loopback TCP connection with TCP_NODELAY, a server
// process of our own. Short reads and writes are completed (the original ignores them). Where the
// two run decides the number (one CPU, two cores): it is a parameter, and recorded.
#include <unistd.h>

#include "workload/support/loopback.h"
#include "workload/support/pingpong.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  PingPong* pair =
      make_pingpong(task, static_cast<size_t>(lodestone_parameter_number(task, "bytes")));
  if (pair == nullptr) return lodestone_fail(task, "no memory");
  sockaddr_in address;
  const int server = bind_loopback(SOCK_STREAM, &address);
  if (server < 0) return lodestone_skip(task, "no TCP on the loopback interface: %m");
  // The listening socket is inherited; the connection waits in its queue until the server takes it.
  pair->in = pair->out = connect_loopback(SOCK_STREAM, &address);
  if (pair->in < 0) return lodestone_skip(task, "cannot connect on the loopback interface: %m");
  no_delay(pair->in);
  pair->other_in = server;
  const int result = start_echo(task, pair, [](PingPong* other) {
    other->other_in = other->other_out = accept(other->other_in, nullptr, nullptr);
    no_delay(other->other_in);
    return other->other_in >= 0;
  });
  return result;
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"bytes", "1", "bytes of a message"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, tcp) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/tcp",
    .title = "TCP latency using localhost",
    .operation = "a request and reply of 1 byte over loopback TCP",
    .meaning = "TCP/IP stack, wake-up and switch; no network",
    .counterpart = "lmbench lat_tcp",
    .exercises = "tcp loopback read write context-switch",
    .note = "completes short reads and writes; placement is a parameter",
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
