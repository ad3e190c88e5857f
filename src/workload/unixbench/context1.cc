// SPDX-License-Identifier: GPL-2.0-or-later
// Two processes pass a counter back and forth through two pipes: 4 system calls and 2 switches a
// round. On one CPU these are context switches; on two they are wake-ups of an idle CPU, a
// different thing with a rate 2 to 7 times lower or higher. UnixBench leaves the choice to the
// scheduler; ours is said and kept.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/unixbench/pinning.h"
#include "workload/workload.h"

namespace {

int to, from;
pid_t partner;
unsigned long sent;

[[noreturn]] void echo(int in, int out) {
  unsigned long expected = 0, value;
  while (read(in, &value, sizeof value) == sizeof value) {
    if (value != expected || write(out, &expected, sizeof expected) != sizeof expected) _exit(1);
    expected++;
  }
  _exit(0);
}

int setup(lodestone_task* task) {
  const bool like = strncmp(lodestone_parameter(task, "like"), "unixbench", 9) == 0;
  const char* placement = like ? "free" : lodestone_parameter(task, "placement");
  const bool same = strcmp(placement, "same") == 0, other = strcmp(placement, "other") == 0;
  if (!same && !other && strcmp(placement, "free") != 0)
    return lodestone_fail(task, "placement is same, other or free, not %s", placement);
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  if (other && CPU_COUNT(&allowed) < 2)
    return lodestone_skip(task, "placement other needs two usable CPUs");
  const unsigned first = other ? 2 * task->index : task->index;
  int out[2], back[2];
  if (pipe(out) != 0 || pipe(back) != 0) return lodestone_fail(task, "cannot make a pipe: %m");
  if ((same || other) && pin(task, allowed, first) != 0) return -1;
  partner = fork();
  if (partner < 0) return lodestone_fail(task, "cannot start the partner: %m");
  if (partner == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(out[1]);
    close(back[0]);
    if (other && pin(task, allowed, first + 1) != 0) _exit(1);
    echo(out[0], back[1]);
  }
  close(out[0]);
  close(back[1]);
  to = out[1];
  from = back[0];
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    unsigned long value;
    if (write(to, &sent, sizeof sent) != sizeof sent ||
        read(from, &value, sizeof value) != sizeof value || value != sent) {
      lodestone_fail(task, "the partner did not answer with the same counter");
      return;
    }
    sent++;
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task*) {
  close(to);
  while (waitpid(partner, nullptr, 0) < 0 && errno == EINTR) continue;
  close(from);
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"placement", "same",
     "same: both processes on one CPU; other: on two; free: where the scheduler puts them"},
    {nullptr, nullptr, nullptr}};

}  // namespace

LODESTONE_WORKLOAD(unixbench, context1) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "unixbench/context1",
    .title = "Pipe-based Context Switching",
    .operation = "8 bytes to the partner through a pipe and 8 bytes back through another",
    .meaning =
        "two context switches and four pipe calls (placement same), or two wake-ups of another CPU "
        "(other)",
    .counterpart = "UnixBench context1",
    .exercises = "read write pipe scheduler wakeup context-switch",
    .note =
        "both processes on one CPU, so that the number means one thing; the scheduler chooses "
        "under "
        "--like unixbench-6.0.0",
    .flags = LODESTONE_PROCESSES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "lps",
    .parameters = parameters,
    .setup = setup,
    .run = run,
    .teardown = teardown,
};
