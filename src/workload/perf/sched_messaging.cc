// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a round in which each of GROUPS x 20 senders sends a message of 100 bytes to each of
// the 20 receivers of its group, over AF_UNIX socket pairs; the round ends when all have arrived.
// Forty processes a group. The time of creation is not in it.
#include <stdlib.h>
#include <sys/socket.h>

#include "workload/support/files.h"
#include "workload/support/gate.h"
#include "workload/support/partner.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

constexpr int side = 20, bytes = 100;

struct State {
  int groups;
  Gate* gate;
  pid_t* members;
  int made;
};

// One group: 20 socket pairs, 20 receivers, 20 senders. A receiver reports each round's 20
// messages.
int make_group(lodestone_task* task, State* state) {
  int ends[side][2];
  for (int i = 0; i < side; i++)
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]) != 0)
      return lodestone_skip(task, "socket pairs are not allowed: %m");
  Gate* gate = state->gate;
  for (int i = 0; i < 2 * side; i++) {
    const bool sender = i >= side;
    const int own = ends[i % side][0];
    const pid_t pid = start_partner(task, [=, &ends] {
      char message[bytes] = {};
      for (uint32_t round = 0;;) {
        const uint32_t rounds = sender ? wait_for_round(gate, round) : round + 1;
        for (; round < rounds; round++) {
          for (int j = 0; j < side; j++)
            if (!(sender ? write_fully(ends[j][1], message, bytes)
                         : read_fully(own, message, bytes)))
              return;
          if (!sender) report_arrival(gate);
        }
      }
    });
    if (pid < 0) return lodestone_skip(task, "only %d processes allowed: %m", state->made);
    state->members[state->made++] = pid;
  }
  for (int i = 0; i < side; i++) {
    close(ends[i][0]);
    close(ends[i][1]);
  }
  return 0;
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  dismiss_partners(task);
  for (int i = 0; i < state->made; i++) kill(state->members[i], SIGKILL);
  for (int i = 0; i < state->made; i++) end_partner(state->members[i]);
  munmap(state->gate, sizeof(Gate));
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  const long long groups = lodestone_parameter_number(task, "groups");
  if (state == nullptr || groups < 1 || groups > 1000)
    return lodestone_fail(task, "groups must be 1 to 1000");
  state->groups = static_cast<int>(groups);
  state->gate = static_cast<Gate*>(make_shared_memory(sizeof(Gate)));
  state->members =
      static_cast<pid_t*>(calloc(static_cast<size_t>(groups) * 2 * side, sizeof(pid_t)));
  if (state->gate == nullptr || state->members == nullptr) return lodestone_fail(task, "no memory");
  task->state = state;
  for (int i = 0; i < state->groups; i++)
    if (make_group(task, state) != 0) {
      teardown(task);
      return -1;
    }
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!play_round(state->gate, static_cast<uint32_t>(state->groups * side)))
      return static_cast<void>(lodestone_fail(task, "messages did not arrive for 10 s"));
    lodestone_count(task, 1);
  }
}

constexpr lodestone_parameter_declaration parameters[] = {
    {"groups", "10", "groups of 20 senders and 20 receivers"}, LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(perf, sched_messaging) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "perf/sched_messaging",
    .title = "sched messaging",
    .operation = "a round of GROUPS x 20 x 20 messages of 100 bytes between processes",
    .meaning = "scheduling and local sockets of many tasks at once",
    .counterpart = "perf bench sched messaging (hackbench)",
    .exercises = "unix-socket read write futex context-switch",
    .note = "one round; the original's default prints the seconds of 100 rounds, 10 groups",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS,
    .value = LODESTONE_TIME,
    .scale = 1e3,
    .unit = "ms",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
