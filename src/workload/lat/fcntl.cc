// SPDX-License-Identifier: GPL-2.0-or-later
// One unit: a cycle in which two processes hand one-byte POSIX locks of a file back and forth, four
// fcntl calls on each side. The number is half a cycle: one hand-over.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "workload/support/files.h"
#include "workload/support/partner.h"
#include "workload/workload.h"

namespace lodestone {
namespace {

struct State {
  int fd;
  off_t held;
  pid_t partner;
};

bool lock(int fd, short type, off_t byte) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  while (fcntl(fd, F_SETLKW, &range) != 0)
    if (!interrupted_only()) return false;
  return true;
}

// Takes the next of three bytes, then gives up the one held. What is given up is wanted again only
// after the other has taken it: with two bytes a process could take its own back before the other
// wakes, and nothing would be handed over.
bool step(int fd, off_t* held) {
  const off_t next = (*held + 1) % 3, last = *held;
  *held = next;
  return lock(fd, F_WRLCK, next) && lock(fd, F_UNLCK, last);
}

int setup(lodestone_task* task) {
  auto* state = static_cast<State*>(calloc(1, sizeof(State)));
  if (state == nullptr) return lodestone_fail(task, "no memory");
  state->fd = make_file(task, "locks", 3);
  if (state->fd < 0) return -1;
  int ready[2];
  char byte;
  if (pipe(ready) != 0 || !lock(state->fd, F_WRLCK, 0))
    return lodestone_skip(task, "no POSIX locks: %m");
  state->partner = start_partner(task, [state, &ready] {
    if (!lock(state->fd, F_WRLCK, 1) || write(ready[1], "", 1) != 1) return;
    state->held = 1;
    while (step(state->fd, &state->held)) {
    }
  });
  close(ready[1]);
  const bool started = state->partner > 0 && read(ready[0], &byte, 1) == 1;
  close(ready[0]);
  if (!started) return lodestone_fail(task, "cannot start the second process: %m");
  task->state = state;
  return 0;
}

void run(lodestone_task* task, uint64_t operations) {
  auto* state = static_cast<State*>(task->state);
  for (uint64_t i = 0; i < operations; i++) {
    if (!step(state->fd, &state->held) || !step(state->fd, &state->held))
      return static_cast<void>(lodestone_fail(task, "fcntl: %m"));
    lodestone_count(task, 1);
  }
}

void teardown(lodestone_task* task) {
  auto* state = static_cast<State*>(task->state);
  end_partner(state->partner);
  close(state->fd);
  remove_file(task, "locks");
  free(state);
}

constexpr lodestone_parameter_declaration parameters[] = {LODESTONE_PARTNER_CPU, {}};

}  // namespace
}  // namespace lodestone

LODESTONE_WORKLOAD(lat, fcntl) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "lat/fcntl",
    .title = "Fcntl lock latency",
    .operation = "a cycle of POSIX locks between 2 processes: 4 fcntl calls on each side",
    .meaning = "one hand-over of a POSIX lock, half a cycle",
    .counterpart = "lmbench lat_fcntl",
    .exercises = "fcntl posix-lock context-switch",
    .note = "three bytes instead of two, so that no lock is taken back; placement is a parameter",
    .flags = LODESTONE_PROCESSES | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_TIME,
    .scale = 0.5e6,
    .unit = "us",
    .parameters = lodestone::parameters,
    .setup = lodestone::setup,
    .run = lodestone::run,
    .teardown = lodestone::teardown,
};
