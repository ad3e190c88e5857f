// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: MESSAGE bytes read from a loopback TCP connection. A second process writes all the
// time. MB/s with MB = 10^6 bytes, of bytes that were read; the original rounds its totals up and
// can be wrong by a factor of two.
#include <unistd.h>

#include "workload/support/flow.h"
#include "workload/support/loopback.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

int setup(lodestone_task* task) {
  sockaddr_in address;
  const int listening = bind_loopback(SOCK_STREAM, &address);
  if (listening < 0) return lodestone_skip(task, "no TCP on the loopback interface: %m");
  const int in = connect_loopback(SOCK_STREAM, &address);
  const int out = in < 0 ? -1 : accept(listening, nullptr, nullptr);
  close(listening);
  if (out < 0) return lodestone_skip(task, "cannot connect on the loopback interface: %m");
  return start_flow(task, in, out, lodestone_parameter_number(task, "message"));
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"message", "64k", "bytes of a read and of a write"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(bw, tcp) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "bw/tcp",
    .title = "Socket bandwidth using localhost",
    .operation = "MESSAGE bytes read from a loopback TCP connection",
    .meaning = "TCP/IP stack over loopback; small messages are joined by TCP",
    .counterpart = "lmbench bw_tcp",
    .exercises = "tcp loopback read write context-switch",
    .note = "credits exactly the bytes that were read",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_RATE,
    .scale = 1e-6,
    .unit = "MB/s",
    .units = "message",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run_flow,
    .teardown = lodestone::end_flow,
};
