// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a four-byte request and reply over loopback UDP, both sockets connected. A lost
// datagram ends the run without a result after five seconds. Where the two run decides the number
// (one CPU, two cores): it is a parameter, and recorded.
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
  sockaddr_in server_address, client_address;
  pair->other_in = pair->other_out = bind_loopback(SOCK_DGRAM, &server_address);
  pair->in = pair->out = bind_loopback(SOCK_DGRAM, &client_address);
  if (pair->in < 0 || pair->other_in < 0 ||
      connect(pair->in, reinterpret_cast<sockaddr*>(&server_address), sizeof server_address) != 0 ||
      connect(pair->other_in, reinterpret_cast<sockaddr*>(&client_address),
              sizeof client_address) != 0)
    return lodestone_skip(task, "no UDP on the loopback interface: %m");
  give_up_after_five_seconds(pair->in);
  return start_echo(task, pair);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"bytes", "4", "bytes of a message"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, udp) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/udp",
    .title = "UDP latency using localhost",
    .operation = "a request and reply of 4 bytes over loopback UDP",
    .meaning = "UDP/IP stack, wake-up and switch; no network",
    .counterpart = "lmbench lat_udp",
    .exercises = "udp loopback read write context-switch",
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
